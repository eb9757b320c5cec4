// The text of the one live region. Each line is added once, and removed before the list gets long.

class Announcer {
  lines = $state<{ id: number; text: string }[]>([]);
  private next = 0;

  say(text: string): void {
    if (!text) return;
    this.lines = [...this.lines.slice(-7), { id: this.next++, text }];
  }
}

export const announcer = new Announcer();
