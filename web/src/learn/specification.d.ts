// What plugins/specification.ts makes of a page of rules.
declare module "*?specification" {
  export const html: string;
  export const contents: { id: string; title: string }[];
}
