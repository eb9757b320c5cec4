// A chapter of a study: its notes and drawings, kept up to date, and changes to them.
import { t } from "../../i18n";
import { announcer } from "../../lib/announcer.svelte";
import { errorOf } from "../../lib/chat.svelte";
import type { Names } from "../../lib/names";
import type { Sketch, Tool } from "../../lib/sketch";
import type { Chapter, ChapterLine, StudyInfo, StudyMark, StudyNote } from "../../lib/types";
import { followStudy } from "./live";
import { studies, studyError } from "./requests";

/** A note that is being written, and the edition that its author has read. */
export interface Draft {
  moment: number;
  text: string;
  edition: number;
}

export class ChapterStudy implements Sketch {
  info = $state.raw<StudyInfo | null>(null);
  contents = $state.raw<Chapter | null>(null);
  /** Why the study cannot be shown, as an error code. */
  failure = $state<string | null>(null);
  /** Why the last change failed, in words. */
  problem = $state("");
  /** The shown version of the game. */
  moment = $state(0);
  tool = $state<Tool | null>(null);
  color = $state(0);
  from = $state<string | null>(null);
  draft = $state<Draft | null>(null);
  names: Names | null = null;

  private readonly leave: () => void;

  constructor(
    readonly study: string,
    readonly chapter: string,
  ) {
    this.leave = followStudy(study, () => void this.load());
  }

  get line(): ChapterLine | undefined {
    return this.info?.chapters.find(({ id }) => id === this.chapter);
  }

  get edits(): boolean {
    const role = this.info?.study.role;
    return role === "owner" || role === "editor";
  }

  get path(): string {
    return `/studies/${this.study}/${this.chapter}`;
  }

  get marks(): StudyMark[] {
    return this.contents?.marks.filter((one) => one.moment === this.moment) ?? [];
  }

  get note(): StudyNote | undefined {
    return this.noteAt(this.moment);
  }

  /** The moments with a text or a drawing, in the order of the game. */
  get moments(): number[] {
    const notes = this.contents?.notes.filter(({ text }) => text) ?? [];
    const all = [...notes, ...(this.contents?.marks ?? [])].map(({ moment }) => moment);
    return [...new Set(all)].sort((a, b) => a - b);
  }

  noteAt(moment: number): StudyNote | undefined {
    return this.contents?.notes.find((one) => one.moment === moment);
  }

  close(): void {
    this.leave();
  }

  async load(): Promise<void> {
    try {
      const info = await studies.show(this.study);
      const line = info.chapters.find(({ id }) => id === this.chapter);
      if (!line) throw Object.assign(new Error(), { code: "not_found" });
      if (line.version !== this.contents?.version) this.take(await studies.chapter(this.study, this.chapter));
      this.info = info;
    } catch (error) {
      // A lost connection is restored, and then loads again.
      const { code } = error as { code?: string };
      if (code !== "network" || !this.info) this.failure = code ?? errorOf(error).code;
    }
  }

  /** Answers can arrive out of order. */
  private take(found: Chapter): void {
    if (found.version >= (this.contents?.version ?? 0)) this.contents = found;
  }

  // ---------------------------------------------------------------------------------------------------- notes

  write(): void {
    const { note, moment } = this;
    this.draft = { moment, text: note?.text ?? "", edition: note?.edition ?? 0 };
  }

  /** Whether somebody else has changed the note since the draft began. */
  get outdated(): boolean {
    const { draft } = this;
    return draft !== null && (this.noteAt(draft.moment)?.edition ?? 0) !== draft.edition;
  }

  /** Save the draft; `over` replaces another editor's text. Returns whether it is saved. */
  async save(over = false): Promise<boolean> {
    const { draft } = this;
    if (!draft) return false;
    if (over) draft.edition = this.noteAt(draft.moment)?.edition ?? 0;
    try {
      this.take(
        await studies.write(this.study, this.chapter, draft.moment, draft.text.trim(), draft.edition),
      );
      this.draft = null;
      this.problem = "";
      return true;
    } catch (error) {
      if (errorOf(error).code === "stale") await this.load();
      else this.problem = studyError(errorOf(error));
      return false;
    }
  }

  // ------------------------------------------------------------------------------------------------- drawings

  use(tool: Tool | null): void {
    this.tool = tool;
    this.from = null;
  }

  pick(key: string): void {
    const id = key.slice(key.indexOf(":") + 1);
    if (this.tool !== "arrow") return this.toggle(key);
    if (this.from === null) {
      this.from = id;
      announcer.say(t("studies.arrow_from", { city: this.names?.place(id) ?? id }));
      return;
    }
    const from = this.from;
    this.from = null;
    if (from !== id) this.toggle(`arrow:${from}:${id}`);
  }

  /** Draw a mark in the current color, or delete it if it already has that color. */
  private toggle(mark: string): void {
    const there = this.marks.find((one) => one.mark === mark);
    this.set(mark, there?.color === this.color ? null : this.color);
  }

  /** Show a change immediately, and store it. */
  set(mark: string, color: number | null): void {
    const { contents, moment } = this;
    if (!contents) return;
    const others = contents.marks.filter((one) => one.mark !== mark || one.moment !== moment);
    const marks = color === null ? others : [...others, { moment, mark, color }];
    this.contents = { ...contents, marks };
    const said = color === null ? "studies.unmarked" : "studies.marked";
    announcer.say(t(said, { mark: this.words(mark) }));
    studies.mark(this.study, this.chapter, moment, mark, color).then(
      (found) => this.take(found),
      (error: unknown) => {
        this.problem = studyError(errorOf(error));
        if (this.contents) this.contents = { ...this.contents, version: 0 };
        void this.load();
      },
    );
  }

  /** A mark in words. */
  words(mark: string): string {
    const [kind, first = "", second = ""] = mark.split(":");
    const { names } = this;
    if (!names) return mark;
    if (kind === "route") return names.routeName(first);
    if (kind === "city") return names.place(first);
    return t("studies.arrow_mark", { from: names.place(first), to: names.place(second) });
  }
}
