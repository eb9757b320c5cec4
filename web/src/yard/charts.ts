// What is drawn of a game that is over.
export const CHARTS = ["standing", "score", "cards", "stack", "completed"] as const;
