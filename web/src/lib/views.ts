// Types that the client makes of those of the wire.
import type {
  NetworkTicketInfo,
  NetworkTicketView,
  RulesetInfo,
  View,
  YardTicketInfo,
  YardTicketView,
} from "./types";

/** The kinds of games; everything that differs between them carries this. */
export type Machine = View["machine"];

type Views = { [V in View as V["machine"]]: V };
type Rulesets = { [R in RulesetInfo as R["machine"]]: R };

export type ViewOf<M extends Machine> = Views[M];
export type RulesetOf<M extends Machine> = Rulesets[M];

/** A ticket, by itself or as it stands for somebody. */
export type Ticket = (NetworkTicketInfo | YardTicketInfo) & {
  state?: NetworkTicketView["state"] | YardTicketView["state"];
  scored?: number;
};
