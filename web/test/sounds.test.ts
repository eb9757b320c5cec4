import { describe, expect, test } from "vitest";
import * as network from "../src/network/words";
import * as yard from "../src/yard/words";
import type { NetworkEvent, YardEvent } from "../src/lib/types";

const turn = { event: "turn", seat: 1 } as NetworkEvent & YardEvent;

describe("what is heard", () => {
  test("only one's own turn is whistled for", () => {
    expect(network.sound(turn, true)).toBe("whistle");
    expect(network.sound(turn, false)).toBeNull();
    expect(yard.sound(turn, true)).toBe("whistle");
  });

  test("what is built, and what is dug", () => {
    expect(network.sound({ event: "claimed" } as NetworkEvent, false)).toBe("train");
    expect(network.sound({ event: "station" } as NetworkEvent, false)).toBe("train");
    expect(network.sound({ event: "tunnel" } as NetworkEvent, false)).toBe("tunnel");
    expect(network.sound({ event: "took" } as NetworkEvent, false)).toBe("card");
    expect(network.sound({ event: "refilled" } as NetworkEvent, false)).toBeNull();
  });

  test("rows placed and robbed, and the end", () => {
    expect(yard.sound({ event: "placed" } as YardEvent, false)).toBe("card");
    expect(yard.sound({ event: "robbed" } as YardEvent, false)).toBe("train");
    expect(yard.sound({ event: "over" } as YardEvent, false)).toBe("end");
  });
});
