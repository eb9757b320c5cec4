// A small reader of ICU messages: {name}, {n, plural, one {# card} other {# cards}}, {who, select, you {...} other {...}}.
// Plural classes come from Intl.PluralRules, so a language with four of them needs no code.

export type Value = string | number | boolean;
export type Values = Record<string, Value>;

type Part =
  string | { name: string } | { name: string; kind: "plural" | "select"; cases: Map<string, Part[]> };

const HASH = "#";

/** Reads parts from `at` up to the closing brace of the case, or to the end of the text. */
function parse(text: string, at: number): [Part[], number] {
  const parts: Part[] = [];
  let plain = "";
  while (at < text.length && text[at] !== "}") {
    if (text[at] !== "{") {
      plain += text[at++];
      continue;
    }
    if (plain) parts.push(plain);
    plain = "";
    const [part, next] = parseArgument(text, at + 1);
    parts.push(part);
    at = next;
  }
  if (plain) parts.push(plain);
  return [parts, at];
}

function parseArgument(text: string, at: number): [Part, number] {
  const head = /^\s*(\w+)\s*(?:,\s*(plural|select)\s*,)?\s*/.exec(text.slice(at));
  if (!head) throw new Error(`Bad message: ${text}`);
  at += head[0].length;
  const name = head[1]!;
  if (!head[2]) {
    if (text[at] !== "}") throw new Error(`Bad message: ${text}`);
    return [{ name }, at + 1];
  }
  const cases = new Map<string, Part[]>();
  while (text[at] !== "}") {
    const key = /^\s*([=\w]+)\s*\{/.exec(text.slice(at));
    if (!key) throw new Error(`Bad message: ${text}`);
    const [parts, end] = parse(text, at + key[0].length);
    if (text[end] !== "}") throw new Error(`Bad message: ${text}`);
    cases.set(key[1]!, parts);
    at = end + 1;
    while (/\s/.test(text[at] ?? "")) at++;
  }
  if (!cases.has("other")) throw new Error(`No "other" in: ${text}`);
  return [{ name, kind: head[2] as "plural" | "select", cases }, at + 1];
}

export class Formatter {
  private readonly parsed = new Map<string, Part[]>();
  private readonly plurals: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat;
  private readonly lists: Intl.ListFormat;

  constructor(readonly language: string) {
    this.plurals = new Intl.PluralRules(language);
    this.numbers = new Intl.NumberFormat(language);
    this.lists = new Intl.ListFormat(language, { type: "conjunction" });
  }

  number(value: number): string {
    return this.numbers.format(value);
  }

  list(items: string[]): string {
    return this.lists.format(items);
  }

  format(message: string, values: Values = {}): string {
    let parts = this.parsed.get(message);
    if (!parts) {
      parts = parse(message, 0)[0];
      this.parsed.set(message, parts);
    }
    return this.render(parts, values, null);
  }

  private render(parts: Part[], values: Values, count: number | null): string {
    return parts.map((part) => this.renderPart(part, values, count)).join("");
  }

  private renderPart(part: Part, values: Values, count: number | null): string {
    if (typeof part === "string") {
      return count === null ? part : part.replaceAll(HASH, this.number(count));
    }
    const value = values[part.name];
    if (!("kind" in part)) return typeof value === "number" ? this.number(value) : String(value ?? "");
    const plural = part.kind === "plural";
    const key = plural ? this.plurals.select(Number(value)) : String(value);
    const chosen =
      (plural && part.cases.get(`=${value}`)) || part.cases.get(key) || part.cases.get("other") || [];
    return this.render(chosen, values, plural ? Number(value) : count);
  }
}
