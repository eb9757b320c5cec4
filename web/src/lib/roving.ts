// Arrow keys move between the buttons of a group.

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function roving(group: HTMLElement): () => void {
  const keydown = (event: KeyboardEvent) => {
    const buttons = [...group.querySelectorAll<HTMLElement>("button:not(:disabled)")];
    const at = buttons.indexOf(event.target as HTMLElement);
    const step = STEPS[event.key];
    if (at < 0 || !step) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  group.addEventListener("keydown", keydown);
  return () => group.removeEventListener("keydown", keydown);
}
