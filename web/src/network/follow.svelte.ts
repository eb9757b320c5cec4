// A small board moves to the subject of the current decision until the user moves it.
import { untrack } from "svelte";
import type { Viewport } from "../board/viewport";
import type { GameStore } from "../lib/game.svelte";
import { settings } from "../lib/settings.svelte";
import { defaultFraming, neededFraming, priorityCities, type Framing } from "./framing";
import type { NetworkAttention } from "./attention.svelte";
import type { Plans } from "./plan.svelte";

/** Space for names beside and below cities, and for buttons on the board. */
const MARGIN = { side: 40, top: 24, bottom: 90 };

export class Follow {
  /** The board, once it is drawn. */
  viewport = $state.raw<Viewport | null>(null);
  private readonly needed = $derived.by(() => neededFraming(this.game, this.attention, this.plans));
  private readonly key = $derived(this.needed && this.needed.keys.join());
  /** The current framing; null after the user has moved the board. */
  private framing: Framing | null = null;
  private started = false;
  private choosing = false;

  /** Call during component initialization. */
  constructor(
    private readonly game: GameStore<"network">,
    private readonly attention: NetworkAttention,
    private readonly plans: Plans,
    on: boolean,
  ) {
    if (!on) return;
    $effect(() => {
      void this.key;
      if (this.viewport) untrack(() => this.reframe());
    });
  }

  /** The user moved the board by a button, a key or a double tap. */
  moved(): void {
    this.release();
    this.viewport?.redraw();
  }

  /** The user is dragging or pinching the board. */
  moving(): void {
    this.release();
    this.viewport?.move();
  }

  private release(): void {
    this.framing = null;
    if (!this.viewport) return;
    this.viewport.framed = false;
    this.viewport.stop();
  }

  /** The size of the board's frame has changed. */
  resized(): void {
    if (this.framing) this.show(this.framing);
  }

  showTickets(): void {
    this.show(defaultFraming(this.game));
  }

  private reframe(): void {
    const offered = (this.game.view?.offer.length ?? 0) > 0;
    // At the start and after choosing tickets, show the player's tickets.
    const next =
      this.needed ?? (!this.started || (this.choosing && !offered) ? defaultFraming(this.game) : null);
    this.choosing = offered;
    if (!this.viewport) return;
    this.viewport.priorityCities = priorityCities(this.game, next);
    if (next) this.show(next);
    else this.viewport.redraw();
  }

  private show(next: Framing): void {
    const { viewport } = this;
    if (!viewport) return;
    this.framing = next;
    viewport.framed = true;
    const points = [...viewport.drawing.pointsOf(next.keys).values()];
    // On a new board, whatever covers it is measured after the browser's layout, which calls `resized`.
    const covered = this.started ? viewport.covered() : 0;
    const margin = covered ? { ...MARGIN, bottom: covered + MARGIN.top } : MARGIN;
    const change = () => {
      if (points.length) viewport.camera.fit(points, margin, next.maxScale, covered);
      else viewport.camera.reset();
    };
    viewport.glide(change, settings.animated && this.started);
    this.started = true;
  }
}
