// The paragraph of the rules that is open beside the table.

class Rulebook {
  open = $state<string | null>(null);
}

export const rulebook = new Rulebook();
