// The parts of a score by mechanism, as results name them.
// Made by tools/generated.py from the mechanisms in src/whistlestop/games; change them there.

export type NetworkPart =
  | "depots"
  | "tickets"
  | "routes"
  | "stations"
  | "passengers"
  | "two_ways"
  | "most_tickets"
  | "most_cities"
  | "districts"
  | "longest";

export const NETWORK_PARTS: Record<string, readonly NetworkPart[]> = {
  depots: ["depots"],
  tickets: ["tickets"],
  claims: ["routes"],
  stations: ["stations"],
  passengers: ["passengers"],
  two_ways: ["two_ways"],
  most_tickets: ["most_tickets"],
  most_cities: ["most_cities"],
  districts: ["districts"],
  bonuses: ["longest"],
};

export type YardPart = "tickets" | "lost" | "bonus";

export const YARD_PARTS: Record<string, readonly YardPart[]> = {
  tickets: ["tickets", "lost"],
  cities: ["bonus"],
};
