// The numbers of players that a game is for.

/** The values of a message about them: `span` is 2–5, or 2 if there is only one number. */
export function sizes(game: { min_players: number; max_players: number }): { span: string; most: number } {
  const { min_players: least, max_players: most } = game;
  return { span: least === most ? `${most}` : `${least}–${most}`, most };
}
