// Tunnels: cards are revealed, and the player pays the surcharge or withdraws.
import { typedQuestion, type NetworkMechanism } from "../../mechanism";
import { build } from "../claims/build";
import { consequence } from "./consequence";
import TunnelPanel from "./TunnelPanel.svelte";

export const mechanism: NetworkMechanism = {
  question(game, { currentEvent }) {
    const { view } = game;
    const turning = currentEvent?.event === "tunnel";
    const tunnel = turning ? currentEvent : view?.tunnel;
    if (!tunnel) return null;
    return typedQuestion({
      key: `${tunnel.seat} ${tunnel.route} ${tunnel.revealed}`,
      Panel: TunnelPanel,
      props: { tunnel, turning },
      // Others' tunnels do not move a player's board until they have to wait for an answer.
      route: turning && !game.mine(tunnel.seat) ? undefined : tunnel.route,
      place: { build, id: tunnel.route },
    });
  },
  consequence,
};
