// The text of the one live region. Each line is added once and leaves again before the list grows long.

class Announcer {
  lines = $state<{ id: number; text: string }[]>([]);
  private next = 0;

  say(text: string): void {
    if (!text) return;
    this.lines = [...this.lines.slice(-7), { id: this.next++, text }];
  }
}

export const announcer = new Announcer();
