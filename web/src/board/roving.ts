// One tab stop on the whole board: it walks over what can be chosen, by arrow keys and by paging.
import type { Drawing } from "./drawing";
import { isArrow, next } from "./steer";

export class Roving {
  private current: string | null = null;
  /** Whether somebody went there; before that the stop is what can be chosen first. */
  private chosen = false;

  constructor(
    private readonly drawing: Drawing,
    /** The keys of all that can be walked to now, by arrows. */
    private readonly stops: () => string[],
    /** Those of them that can be chosen: paging goes through these. */
    private readonly choices: () => string[],
  ) {}

  /** Exactly one tab stop; it stays where somebody went as long as that is still a stop. */
  refresh(): void {
    const list = this.stops();
    if (!this.chosen || !this.current || !list.includes(this.current)) {
      this.current = this.choices()[0] ?? list[0] ?? null;
      this.chosen = false;
    }
    const among = new Set(list);
    for (const [key, element] of this.drawing.elements) {
      if (key === this.current) element.setAttribute("tabindex", "0");
      else if (among.has(key)) element.setAttribute("tabindex", "-1");
      else if (element !== document.activeElement) element.removeAttribute("tabindex");
    }
  }

  /** The focus came to a stop by another way. */
  at(key: string): void {
    this.current = key;
    this.chosen = true;
  }

  go(key: string | null | undefined): void {
    if (!key) return;
    this.at(key);
    this.refresh();
    this.drawing.elements.get(key)?.focus({ preventScroll: true });
  }

  focus(): void {
    this.go(this.current ?? this.choices()[0] ?? this.stops()[0]);
  }

  /** Moves for a key; false if the key means nothing here. */
  key(key: string): boolean {
    if (!this.current) return false;
    const choices = this.choices();
    const list = choices.length ? choices : this.stops();
    const at = list.indexOf(this.current);
    if (isArrow(key)) this.go(next(this.current, this.drawing.pointsOf(this.stops()), key));
    else if (key === "PageDown") this.go(list[(at + 1) % list.length]);
    else if (key === "PageUp") this.go(list.at(at < 0 ? -1 : at - 1));
    else if (key === "Home") this.go(list[0]);
    else if (key === "End") this.go(list.at(-1));
    else return false;
    return true;
  }
}
