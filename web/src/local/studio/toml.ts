// TOML as boards need it: tables, dotted keys, inline tables, lists, strings, numbers, truth values; no dates, no lists of
// tables.
import { isTable, type Plain, type Table } from "./shape";

/** The text is no TOML; the message has the line. */
export class TomlError extends Error {}

const key = (name: string): string => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));

function valueText(value: Plain): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (isTable(value)) {
    return `{${Object.entries(value)
      .map(([name, one]) => ` ${key(name)} = ${valueText(one)}`)
      .join(",")} }`;
  }
  return JSON.stringify(value);
}

/** Write a table; null values are left out. */
export function tomlText(table: Table, path: readonly string[] = []): string {
  const entries = Object.entries(table).filter(([, value]) => value !== null);
  const own = entries.filter(([, value]) => !isTable(value));
  let text = path.length && (own.length || !entries.length) ? `\n[${path.map(key).join(".")}]\n` : "";
  for (const [name, value] of own) text += `${key(name)} = ${valueText(value)}\n`;
  for (const [name, value] of entries) if (isTable(value)) text += tomlText(value, [...path, name]);
  return text;
}

const DEEPEST = 20;
const ESCAPES: Record<string, string> = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" };

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  /** The whole text as a table. */
  read(): Table {
    const root: Table = {};
    let here = root;
    const opened = new Set<string>();
    for (this.blank(); this.at < this.text.length; this.blank()) {
      if (this.skip("[")) {
        if (this.skip("[")) this.fail("lists of tables are not used in boards");
        const path = this.path();
        this.expect("]");
        if (opened.has(JSON.stringify(path))) this.fail(`the table ${path.join(".")} occurs twice`);
        opened.add(JSON.stringify(path));
        here = this.inner(root, path);
      } else this.pair(here);
      this.space();
      if (this.at < this.text.length && !/[\n\r#]/.test(this.text[this.at]!))
        this.fail("expected a new line");
    }
    return root;
  }

  private fail(what: string): never {
    throw new TomlError(`line ${this.text.slice(0, this.at).split("\n").length}: ${what}`);
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    const sticky = new RegExp(pattern.source, "y");
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found) this.at = sticky.lastIndex;
    return found;
  }

  private space(): void {
    this.match(/[ \t]*/);
  }

  /** Skip white space, new lines and comments. */
  private blank(): void {
    this.match(/(?:[ \t\r\n]|#[^\n]*)*/);
  }

  private skip(mark: string): boolean {
    if (!this.text.startsWith(mark, this.at)) return false;
    this.at += mark.length;
    return true;
  }

  private expect(mark: string): void {
    this.space();
    if (!this.skip(mark)) this.fail(`expected ${mark}`);
  }

  private path(): string[] {
    const path: string[] = [];
    do {
      this.space();
      const bare = this.match(/[\w-]+/)?.[0];
      path.push(bare ?? this.string() ?? this.fail("expected a key"));
      this.space();
    } while (this.skip("."));
    return path;
  }

  private inner(table: Table, path: readonly string[]): Table {
    let at = table;
    for (const name of path) {
      if (!Object.hasOwn(at, name)) define(at, name, {});
      const next = at[name];
      if (!isTable(next)) this.fail(`${name} is no table`);
      at = next;
    }
    return at;
  }

  private pair(table: Table, depth = 0): void {
    const path = this.path();
    this.expect("=");
    this.space();
    const at = this.inner(table, path.slice(0, -1));
    const name = path.at(-1)!;
    if (Object.hasOwn(at, name)) this.fail(`${path.join(".")} occurs twice`);
    define(at, name, this.value(depth));
  }

  private value(depth: number): Plain {
    if (depth > DEEPEST) this.fail("the value is nested too deeply");
    const text = this.string();
    if (text !== null) return text;
    if (this.skip("[")) return this.list(depth);
    if (this.skip("{")) return this.inline(depth);
    const word = this.match(/true\b|false\b/)?.[0];
    if (word) return word === "true";
    const number = this.match(/[+-]?\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?(?![\w:.-])/)?.[0];
    if (number) return Number(number.replaceAll("_", ""));
    return this.fail("expected a value");
  }

  private list(depth: number): Plain[] {
    const found: Plain[] = [];
    for (this.blank(); !this.skip("]"); this.blank()) {
      found.push(this.value(depth + 1));
      this.blank();
      if (!this.skip(",")) {
        if (!this.skip("]")) this.fail("expected , or ]");
        break;
      }
    }
    return found;
  }

  private inline(depth: number): Table {
    const table: Table = {};
    this.space();
    if (this.skip("}")) return table;
    do {
      this.space();
      this.pair(table, depth + 1);
      this.space();
    } while (this.skip(","));
    this.expect("}");
    return table;
  }

  /** A text in any kind of quotes; null if there is none. */
  private string(): string | null {
    for (const mark of ['"""', "'''"]) {
      if (!this.skip(mark)) continue;
      const end = this.text.indexOf(mark, this.at);
      if (end < 0) this.fail(`expected ${mark}`);
      const raw = this.text.slice(this.at, end).replace(/^\r?\n/, "");
      this.at = end + mark.length;
      return mark === '"""' ? this.unescaped(raw.replace(/\\[ \t]*\r?\n\s*/g, "")) : raw;
    }
    const literal = this.match(/'([^'\n]*)'/);
    if (literal) return literal[1]!;
    const basic = this.match(/"((?:[^"\\\n]|\\.)*)"/);
    return basic ? this.unescaped(basic[1]!) : null;
  }

  private unescaped(raw: string): string {
    return raw.replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/gs, (_, four, eight, one) => {
      const code = parseInt(four ?? eight ?? "110000", 16);
      if (four || eight) return code < 0x110000 ? String.fromCodePoint(code) : this.fail("no character");
      return ESCAPES[one] ?? this.fail(`unknown escape \\${one}`);
    });
  }
}

/** Set an own value, also for names such as `__proto__`. */
function define(table: Table, name: string, value: Plain): void {
  Object.defineProperty(table, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Read a text. Throws TomlError. */
export const readToml = (text: string): Table => new Reader(text).read();
