// The drawers of a table on a phone.
import { SvelteSet } from "svelte/reactivity";

/** At most one drawer is open. Each is created when it is first opened, and then keeps its content. */
export class Drawers<Name extends string> {
  open = $state<Name | null>(null);
  private readonly made = new SvelteSet<Name>();

  toggle(one: Name): void {
    this.open = this.open === one ? null : one;
    this.made.add(one);
  }

  close(): void {
    this.open = null;
  }

  has(one: Name): boolean {
    return this.made.has(one);
  }
}
