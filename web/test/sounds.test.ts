import { describe, expect, test } from "vitest";
import { RECIPES } from "../src/lib/recipes";
import { soundsOf } from "../src/lib/sounds";
import * as network from "../src/network/words";
import * as yard from "../src/yard/words";
import type { NetworkEvent, YardEvent } from "../src/lib/types";

const turn = { event: "turn", seat: 1 } as NetworkEvent & YardEvent;

describe("sounds of events", () => {
  test("the whistle is for the player's own turn only", () => {
    expect(network.sound(turn, true)).toBe("whistle");
    expect(network.sound(turn, false)).toBeNull();
    expect(yard.sound(turn, true)).toBe("whistle");
  });

  test("building and tunnels", () => {
    expect(network.sound({ event: "claimed" } as NetworkEvent, false)).toBe("train");
    expect(network.sound({ event: "station" } as NetworkEvent, false)).toBe("train");
    expect(network.sound({ event: "tunnel", surcharge: 2 } as NetworkEvent, false)).toBe("tunnel_closed");
    expect(network.sound({ event: "tunnel", surcharge: 0 } as NetworkEvent, false)).toBe("tunnel_open");
    expect(network.presentationOf({ event: "tunnel" } as NetworkEvent)?.opens).toBe("tunnel");
    expect(network.sound({ event: "took" } as NetworkEvent, false)).toBe("card");
    expect(network.sound({ event: "refilled" } as NetworkEvent, false)).toBe("flip");
    expect(network.sound({ event: "surcharge" } as NetworkEvent, false)).toBeNull();
  });

  test("one click per train, and each sound once", () => {
    const claimed = { event: "claimed", seat: 0, payment: { red: 3, wild: 2 } } as unknown as NetworkEvent;
    const cards = [{ event: "took", seat: 0 }, { event: "took", seat: 0 }, claimed] as NetworkEvent[];
    const ui = network as unknown as Parameters<typeof soundsOf>[1];
    expect([...soundsOf([...cards, turn], ui, { mine: (seat) => seat === 1 })]).toEqual([
      ["card", 1],
      ["train", 5],
      ["whistle", 1],
    ]);
    expect([...soundsOf(cards, null, { mine: () => true })]).toEqual([]);
  });

  test("every sound has a recipe", () => {
    for (const sound of ["card", "flip", "chuff", "fanfare", "tunnel_open", "missed"] as const)
      expect(RECIPES[sound]).toBeTypeOf("function");
  });

  test("rows placed and robbed, and the end", () => {
    expect(yard.sound({ event: "placed" } as YardEvent, false)).toBe("card");
    expect(yard.sound({ event: "robbed" } as YardEvent, false)).toBe("train");
    expect(yard.sound({ event: "over" } as YardEvent, false)).toBe("end");
  });
});
