// The type of screen. Phones have their own table layout, in portrait and landscape.

class Screen {
  private narrow = $state(false);
  private touch = $state(false);
  private tall = $state(false);
  private broad = $state(false);

  constructor() {
    watch("(max-width: 760px), (max-height: 500px) and (orientation: landscape)", (is) => (this.narrow = is));
    watch("(pointer: coarse)", (is) => (this.touch = is));
    watch("(min-height: 960px)", (is) => (this.tall = is));
    watch("(min-width: 1100px)", (is) => (this.broad = is));
  }

  /** Too small for a board with all panels beside it. */
  get phone(): boolean {
    return this.narrow;
  }

  /** Wide enough for all panels beside a board. */
  get wide(): boolean {
    return this.broad && !this.narrow;
  }

  /** High enough for all panels beside a board, including the log. */
  get high(): boolean {
    return this.tall;
  }

  /** A touch device, probably without a keyboard. */
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
