// A small board shows by itself what is to be decided, until somebody moves it.
import { untrack } from "svelte";
import type { Sight } from "../board/sight";
import type { GameStore } from "../lib/game.svelte";
import { settings } from "../lib/settings.svelte";
import { aim, home, named, type Aim } from "./aim";
import type { NetworkAttention } from "./attention.svelte";

/** For the names beside the cities, and for the buttons that lie on the board. */
const MARGIN = { side: 40, top: 24, bottom: 66 };

export class Follow {
  /** The board, as soon as it is drawn. */
  sight = $state.raw<Sight | null>(null);
  private readonly wanted = $derived.by(() => aim(this.game, this.attention));
  private readonly key = $derived(this.wanted && this.wanted.keys.join());
  /** What is shown; nothing when somebody has moved the board. */
  private shown: Aim | null = null;
  private begun = false;
  private choosing = false;

  /** At the start of a component. */
  constructor(
    private readonly game: GameStore<"network">,
    private readonly attention: NetworkAttention,
    on: boolean,
  ) {
    if (!on) return;
    $effect(() => {
      void this.key;
      if (this.sight) untrack(() => this.turn());
    });
  }

  /** The board has been moved by a button, a key or a double tap. */
  moved(): void {
    this.left();
    this.sight?.look();
  }

  /** The board is being moved by hand. */
  moving(): void {
    this.left();
    this.sight?.move();
  }

  private left(): void {
    this.shown = null;
    this.sight?.hold();
  }

  /** The place of the board has another size. */
  resized(): void {
    if (this.shown) this.show(this.shown);
  }

  tickets(): void {
    this.show(home(this.game));
  }

  private turn(): void {
    const offered = (this.game.view?.offer.length ?? 0) > 0;
    // At first, and when tickets have been chosen, one looks at the own ones.
    const next = this.wanted ?? (!this.begun || (this.choosing && !offered) ? home(this.game) : null);
    this.choosing = offered;
    if (!this.sight) return;
    this.sight.first = named(this.game, next);
    if (next) this.show(next);
    else this.sight.look();
  }

  private show(next: Aim): void {
    const { sight } = this;
    if (!sight) return;
    this.shown = next;
    const points = [...sight.drawing.pointsOf(next.keys).values()];
    const change = () => {
      if (points.length) sight.camera.fit(points, MARGIN, next.most);
      else sight.camera.reset();
    };
    sight.glide(change, settings.animated && this.begun);
    this.begun = true;
  }
}
