// What kind of screen this is. A phone has a table of its own, upright or lying.

class Screen {
  private narrow = $state(false);
  private touch = $state(false);

  constructor() {
    watch("(max-width: 760px), (max-height: 500px) and (orientation: landscape)", (is) => (this.narrow = is));
    watch("(pointer: coarse)", (is) => (this.touch = is));
  }

  /** Too small for a board and everything else beside it. */
  get phone(): boolean {
    return this.narrow;
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
