// The errors of the engine, with the same names, codes and texts as in Python.

export class WhistlestopError extends Error {
  /** A slug for programs. */
  readonly code: string = "error";
}

/** The action is understood but not legal now; nothing has changed. */
export class IllegalAction extends WhistlestopError {
  override name = "IllegalAction";
  override readonly code = "illegal_action";
}

/** The text is not an action of this ruleset. */
export class NotationError extends WhistlestopError {
  override name = "NotationError";
  override readonly code = "notation";
}

/** A record is malformed or does not replay. */
export class RecordError extends WhistlestopError {
  override name = "RecordError";
  override readonly code = "record";

  constructor(
    message: string,
    /** The number of actions before the fault; they form a record that replays. */
    readonly good = 0,
  ) {
    super(message);
  }
}

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A character as Python's `repr` escapes it. */
function escaped(character: string): string {
  const code = character.codePointAt(0)!;
  const known = ESCAPES[character];
  if (known !== undefined || character === " " || !/[\p{C}\p{Z}]/u.test(character)) return known ?? character;
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}

/** Quote a string as Python does, shortened so that untrusted input cannot flood a message. */
export function short(text: string, most = 60): string {
  const characters = [...text];
  const shown = characters.length <= most ? characters : [...characters.slice(0, most - 3), "..."];
  const quote = shown.includes("'") && !shown.includes('"') ? '"' : "'";
  const inner = shown.map((one) => (one === "'" && quote === "'" ? "\\'" : escaped(one))).join("");
  return quote + inner + quote;
}
