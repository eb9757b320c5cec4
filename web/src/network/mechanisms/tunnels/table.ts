// Tunnels: cards are revealed, and the player pays the surcharge or withdraws.
import { asking, type NetworkMechanism } from "../../mechanism";
import { build } from "../claims/build";
import { consequence } from "./consequence";
import TunnelPanel from "./TunnelPanel.svelte";

export const mechanism: NetworkMechanism = {
  question(game, { showing }) {
    const { view } = game;
    const turning = showing?.event === "tunnel";
    const tunnel = turning ? showing : view?.tunnel;
    if (!tunnel) return null;
    return asking({
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
