// What is drawn of a game that is over.
export const CHARTS = ["standing", "score", "trains", "cards", "completed"] as const;
