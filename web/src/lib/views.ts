// Types derived from those of the protocol.
import type {
  NetworkTicketInfo,
  NetworkTicketView,
  RulesetInfo,
  View,
  YardTicketInfo,
  YardTicketView,
} from "./types";

/** The discriminator of the kinds of game. */
export type Machine = View["machine"];

type Views = { [V in View as V["machine"]]: V };
type Rulesets = { [R in RulesetInfo as R["machine"]]: R };

export type ViewOf<M extends Machine> = Views[M];
export type RulesetOf<M extends Machine> = Rulesets[M];

/** A ticket, alone or with a seat's progress. */
export type Ticket = (NetworkTicketInfo | YardTicketInfo) & {
  state?: NetworkTicketView["state"] | YardTicketView["state"];
  scored?: number;
};
