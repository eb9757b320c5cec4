// A bot in JavaScript that claims the longest route that it can pay for, and otherwise draws from the deck.
//
//     whistlestop simulate usa --bots "greedy,program:node examples/bots/longest.mjs" --games 100
import { createInterface } from "node:readline";

const lengths = new Map();

function choose(view) {
  const claims = view.legal.filter((action) => action.startsWith("claim:"));
  if (claims.length > 0) {
    const length = (action) => lengths.get(action.split(":")[1]);
    return claims.reduce((best, action) => (length(action) > length(best) ? action : best));
  }
  return view.legal.includes("draw") ? "draw" : view.legal[0];
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "game") {
    for (const route of message.ruleset.routes ?? []) lengths.set(route.id, route.length);
  } else {
    console.log(JSON.stringify({ action: choose(message.view) }));
  }
}
