// TEMPORARY: the wire types of a plan, until they are generated.
import type { Card, Color, Counts } from "../lib/types";
export type AnyObstacle =
  | { why: "owned"; seat: number }
  | { why: "twin_owned"; twin: string }
  | { why: "twin_closed"; twin: string; seat: number; open_from: number }
  | { why: "trains"; needed: number; left: number }
  | { why: "cards"; lacking: Counts }
  | { why: "decision" }
  | { why: "turn" };
export interface Lacking {
  colors: Partial<Record<Color, number>>;
  gray: number;
  wilds: number;
}
export interface NetworkTicketPlan {
  id: string;
  offered: boolean;
  possible: boolean;
  to: string | null;
  points: number;
  routes: string[];
  borrowed: { route: string; city: string; built: boolean }[];
  trains: number;
  lacking: Lacking;
}
export interface NetworkPlan {
  machine: "network";
  version: number;
  tickets: NetworkTicketPlan[];
  routes: Record<string, AnyObstacle>;
}
export type { Card };
