// The balance of the board being edited: what games between bots on the server have shown, and the changes they suggest.
import { languages, number, t } from "../i18n";
import { colorName } from "../lib/names";
import { call, type ApiError } from "../lib/request";
import type { BalanceReport, BoardEdit, BoardRemedy, RouteColor } from "../lib/types";
import type { Editing } from "./editing.svelte";
import { endsOf, isRing, type Board, type Chosen } from "./model";
import { settingsOf } from "./settings";

/** Milliseconds between requests for results. */
const PAUSE = 2000;

type Table = "cities" | "routes" | "tickets";
type Row = { id: string };
type Settings = Record<string, Record<string, unknown> | undefined>;

const isTable = (section: string): section is Table => section === "routes" || section === "tickets";
const rowsOf = (board: Board, table: Table): readonly Row[] => board[table];
const valueOf = (board: Board, section: string, key: string): unknown =>
  (board as unknown as Settings)[section]?.[key];

/** The board with these changes. A new row comes after the rows between the same cities. */
function edited(board: Board, edits: readonly BoardEdit[]): Board {
  let found = board;
  for (const { section, key, value } of edits) {
    if (!isTable(section)) {
      const settings = (found as unknown as Settings)[section];
      found = { ...found, [section]: { ...settings, [key]: value } };
      continue;
    }
    const rows = [...rowsOf(found, section)];
    const place = rows.findIndex(({ id }) => id === key);
    const pair = key.split("/")[0];
    const after = rows.findLastIndex(({ id }) => id.split("/")[0] === pair) + 1;
    if (value === null) rows.splice(place, place < 0 ? 0 : 1);
    else if (place >= 0) rows[place] = value as Row;
    else rows.splice(after || rows.length, 0, value as Row);
    found = { ...found, [section]: rows };
  }
  return found;
}

/** Whether the values to be replaced are unchanged since the test. */
export const fits = (now: Board, tried: Board, edits: readonly BoardEdit[]): boolean =>
  edits.every(({ section, key }) =>
    isTable(section)
      ? rowsOf(now, section).find(({ id }) => id === key) ===
        rowsOf(tried, section).find(({ id }) => id === key)
      : valueOf(now, section, key) === valueOf(tried, section, key),
  );

/** The route or ticket that a fault is about; null for seats, colors and the whole board. */
export function rowAbout(board: Board, check: string, subject: string): Chosen {
  const table = check.endsWith("tickets") ? "tickets" : check.endsWith("routes") ? "routes" : null;
  return table && board[table].some(({ id }) => id === subject) ? { table, id: subject } : null;
}

/** The name of the subject of a fault or remedy. */
export function nameOf(board: Board, subject: string): string {
  const place = (id: string): string =>
    board.cities.find((city) => city.id === id)?.name ?? board.countries?.[id] ?? id;
  const [kind, turn] = subject.split(" ");
  if (kind === "turn") return t("studio.place", { place: Number(turn) });
  if (subject === "board") return "";
  const ticket = board.tickets.find(({ id }) => id === subject);
  if (ticket)
    return t("ticket.name", { from: place(ticket.origin), to: ticket.targets.map(place).join(" / ") });
  if (!subject.includes("-")) return colorName(subject as RouteColor);
  const [a, b] = endsOf(subject);
  return isRing(subject)
    ? t("route.ring", { a: place(a) })
    : t("studio.between", { a: place(a), b: place(b) });
}

/** A remedy as an instruction. */
export function remedyText(board: Board, remedy: BoardRemedy): string {
  const { kind, amount } = remedy;
  const by = number(Math.abs(amount));
  if (kind === "setting") {
    const name = settingsOf(board).find(({ path }) => path === remedy.subject)?.name ?? remedy.subject;
    return t("studio.remedy_setting", { name, value: number(amount) });
  }
  const subject = nameOf(board, remedy.subject);
  if (kind === "swap") return t("studio.remedy_swap", { subject, other: nameOf(board, remedy.other) });
  if (kind === "points")
    return amount > 0 ? t("studio.remedy_raise", { subject, by }) : t("studio.remedy_lower", { subject, by });
  return t(`studio.remedy_${kind}`, { subject, by });
}

/** A proportion as a percentage, precise enough for rare events. */
export const share = (value: number): string =>
  new Intl.NumberFormat(languages.current, { style: "percent", maximumFractionDigits: 1 }).format(value);

/** The evidence for a remedy: the figure before and after, with the confidence interval of the difference. */
export function evidence({ difference }: BoardRemedy): string {
  if (!difference) return t("studio.balance_removed");
  const points = (value: number): string => number(Math.round(value * 1000) / 10);
  return t("studio.balance_evidence", {
    before: share(difference.before),
    after: share(difference.after),
    low: points(difference.low),
    high: points(difference.high),
  });
}

export class Balance {
  report = $state.raw<BalanceReport | null>(null);
  /** The board that the report is about. */
  tested = $state.raw<Board | null>(null);
  problem = $state.raw<ApiError | null>(null);
  running = $state(false);
  private stopping: AbortController | null = null;

  constructor(readonly editing: Editing) {}

  /** Test the board as it is now. */
  async start(seats: number): Promise<void> {
    this.stop();
    const stopping = (this.stopping = new AbortController());
    const { board } = this.editing;
    this.tested = board;
    this.report = this.problem = null;
    this.running = true;
    try {
      for (;;) {
        const body = { board: { ...board }, seats };
        const report = await call("POST /api/studio/balance", { body }, stopping.signal);
        if (stopping.signal.aborted) return;
        this.report = report;
        if (report.state === "done" || report.state === "stopped") break;
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        if (stopping.signal.aborted) return;
      }
    } catch (error) {
      if (stopping.signal.aborted) return;
      this.problem = error as ApiError;
    }
    this.running = false;
  }

  /** Apply a remedy as a single step of undo. */
  apply(remedy: BoardRemedy): void {
    this.editing.change(edited(this.editing.board, remedy.edits));
  }

  /** Stop polling; the server then stops the games, too. */
  stop(): void {
    this.stopping?.abort();
    this.running = false;
  }
}
