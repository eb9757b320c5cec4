// The numbers of players that a game is for.

/** The values of a message about them: `span` is a range, or the number if there is only one. */
export function sizes(game: { min_players: number; max_players: number }): { span: string; most: number } {
  const { min_players: least, max_players: most } = game;
  return { span: least === most ? `${most}` : `${least}–${most}`, most };
}
