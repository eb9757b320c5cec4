// What kind of screen this is. A phone has a table of its own, upright or lying.

class Screen {
  private narrow = $state(false);
  private touch = $state(false);
  private tall = $state(false);

  constructor() {
    watch("(max-width: 760px), (max-height: 500px) and (orientation: landscape)", (is) => (this.narrow = is));
    watch("(pointer: coarse)", (is) => (this.touch = is));
    watch("(min-height: 960px)", (is) => (this.tall = is));
  }

  /** Too small for a board and everything else beside it. */
  get phone(): boolean {
    return this.narrow;
  }

  /** High enough for everything beside a board, and what happened. */
  get high(): boolean {
    return this.tall;
  }

  /** A finger points here, and there is hardly a keyboard. */
  get coarse(): boolean {
    return this.touch;
  }
}

function watch(query: string, changed: (matches: boolean) => void): void {
  const list = matchMedia(query);
  changed(list.matches);
  list.addEventListener("change", () => changed(list.matches));
}

export const screen = new Screen();
