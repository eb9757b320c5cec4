// The module that plugins/specification.ts generates from a page of rules.
declare module "*?specification" {
  export const html: string;
  export const contents: { id: string; title: string }[];
}
