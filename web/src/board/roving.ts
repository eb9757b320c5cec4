// A roving tab stop: the board is one tab stop, and arrow keys and paging keys move it between elements.
import type { Drawing } from "./drawing";
import { isArrow, nearest } from "./direction";

export class Roving {
  private current: string | null = null;
  /** Whether the user has moved the stop; before that it is the first element that can be chosen. */
  private chosen = false;

  constructor(
    private readonly drawing: Drawing,
    /** The keys of all elements that the arrows reach. */
    private readonly stops: () => string[],
    /** Those of them that can be chosen; paging keys visit only these. */
    private readonly choices: () => string[],
  ) {}

  /** Keep exactly one tab stop, and keep the user's while it remains valid. */
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

  /** Note that an element got the focus by other means. */
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

  /** Handle a key; return false if the key has no meaning here. */
  key(key: string): boolean {
    if (!this.current) return false;
    const choices = this.choices();
    const list = choices.length ? choices : this.stops();
    const at = list.indexOf(this.current);
    if (isArrow(key)) this.go(nearest(this.current, this.drawing.pointsOf(this.stops()), key));
    else if (key === "PageDown") this.go(list[(at + 1) % list.length]);
    else if (key === "PageUp") this.go(list.at(at < 0 ? -1 : at - 1));
    else if (key === "Home") this.go(list[0]);
    else if (key === "End") this.go(list.at(-1));
    else return false;
    return true;
  }
}
