// Which paragraph of the rules lies open over the table.

class Rulebook {
  open = $state<string | null>(null);
}

export const rulebook = new Rulebook();
