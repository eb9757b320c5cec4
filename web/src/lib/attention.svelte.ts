// What the person at this page looks at: the route or city about to be paid for, the ticket or trail lit on the board.
import { getContext, setContext } from "svelte";

export type Intent =
  | { kind: "claim"; route: string }
  | { kind: "station"; city: string }
  | { kind: "simple"; action: string; label: string };

export class Attention {
  intent = $state.raw<Intent | null>(null);
  /** Cities lit because a ticket is hovered, focused or pinned. */
  cities = $state.raw<string[]>([]);
  /** Routes of a trail shown at the end, in walking order. */
  trail = $state.raw<string[]>([]);
  /** A route pointed at in a list. */
  route = $state<string | null>(null);
  /** Whether cities are picked for a station instead of routes. */
  stations = $state(false);
  /** Where the focus was when the intent began, to give it back. */
  private origin: Element | null = null;

  begin(intent: Intent): void {
    this.origin = document.activeElement;
    this.intent = intent;
  }

  cancel(): void {
    if (!this.intent) return;
    this.intent = null;
    if (this.origin instanceof HTMLElement || this.origin instanceof SVGElement) this.origin.focus();
    this.origin = null;
  }
}

const KEY = Symbol("attention");

export const provideAttention = (attention: Attention): Attention => setContext(KEY, attention);
export const useAttention = (): Attention => getContext<Attention>(KEY);
