// The connection of a table: commands made before it exists or while it is lost are sent afterwards.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableSocket, type ConnectionStatus } from "../src/lib/socket";
import type { ClientMessage, ServerMessage } from "../src/lib/types";

class Wire {
  static readonly OPEN = 1;
  static all: Wire[] = [];
  readyState = 0;
  sent: ClientMessage[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    Wire.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server sends a hello. */
  open(): void {
    this.readyState = Wire.OPEN;
    this.says({ type: "hello" });
  }

  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  of(type: string): ClientMessage[] {
    return this.sent.filter((message) => message.type === type);
  }
}

let told: ConnectionStatus[];
let heard: Map<string, () => void>;
let reasons: string[];
let messages: ServerMessage[];
let line: TableSocket;
const wire = (): Wire => Wire.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  Wire.all = [];
  const nothing = () => undefined;
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("location", { protocol: "https:", host: "club.test" });
  heard = new Map();
  vi.stubGlobal("addEventListener", (name: string, listener: () => void) => heard.set(name, listener));
  vi.stubGlobal("removeEventListener", nothing);
  vi.stubGlobal("document", {
    addEventListener: nothing,
    removeEventListener: nothing,
    visibilityState: "visible",
  });
  told = [];
  messages = [];
  reasons = [];
  line = new TableSocket("abc", {
    message: (message) => messages.push(message),
    status: (status) => told.push(status),
    closed: (reason) => reasons.push(reason),
  });
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a connection", () => {
  it("sends a command that was made before it existed", async () => {
    const answer = line.command(7, "draw");
    expect(wire().sent).toEqual([]);
    wire().open();
    const [command] = wire().of("command");
    expect(command).toMatchObject({ version: 7, action: "draw" });
    wire().says({ type: "ack", id: (command as { id: string }).id, version: 8 });
    expect(await answer).toEqual({ error: null, version: 8 });
  });

  it("resends an unanswered command with the same id", () => {
    wire().open();
    void line.command(7, "draw");
    const first = wire();
    first.drop();
    vi.advanceTimersByTime(1000);
    expect(wire()).not.toBe(first);
    wire().open();
    expect(first.of("command")).toHaveLength(1);
    expect(wire().of("command")).toEqual(first.of("command"));
  });

  it("reports a loss, and nothing else until it is back", () => {
    wire().open();
    wire().drop();
    vi.advanceTimersByTime(1000);
    wire().drop();
    vi.advanceTimersByTime(2000);
    expect(told).toEqual(["open", "waiting", "waiting"]);
    wire().open();
    expect(told.at(-1)).toBe("open");
    expect(Wire.all).toHaveLength(3);
  });

  it("is lost and back as soon as the browser says so", () => {
    wire().open();
    void line.command(7, "draw");
    const first = wire();
    heard.get("offline")!();
    expect(told).toEqual(["open", "waiting"]);
    expect(first.readyState).toBe(3);
    expect(Wire.all).toHaveLength(1);
    heard.get("offline")!(); // a second event changes nothing
    expect(told).toEqual(["open", "waiting"]);
    heard.get("online")!();
    expect(Wire.all).toHaveLength(2);
    wire().open();
    expect(told.at(-1)).toBe("open");
    expect(wire().of("command")).toEqual(first.of("command"));
  });

  it("stays closed if the server gives a reason, and reconnects after any other close", () => {
    line.close();
    const codes = {
      4401: "signed_out",
      4403: "banned",
      4404: "not_found",
      4411: "closed",
      4412: "removed",
      4413: "cancelled",
    };
    for (const [code, reason] of Object.entries(codes)) {
      Wire.all = [];
      reasons = [];
      const other = new TableSocket("abc", {
        message: () => undefined,
        status: () => undefined,
        closed: (reason) => reasons.push(reason),
      });
      wire().open();
      wire().drop(Number(code));
      vi.advanceTimersByTime(60_000);
      expect([reasons, Wire.all.length]).toEqual([[reason], 1]);
      other.close();
    }
    for (const code of [1006, 1012, 4008, 4429]) {
      const other = new TableSocket("abc", {
        message: () => undefined,
        status: () => undefined,
        closed: () => expect.unreachable(),
      });
      const first = wire();
      first.open();
      first.drop(code);
      vi.advanceTimersByTime(1000);
      expect(wire()).not.toBe(first);
      other.close();
    }
  });

  it("is lost if no hello arrives", () => {
    const silent = wire();
    vi.advanceTimersByTime(10_000);
    expect(silent.readyState).toBe(3);
    expect(told).toEqual(["waiting"]);
    vi.advanceTimersByTime(1000);
    wire().open();
    expect(told).toEqual(["waiting", "open"]);
  });

  it("reports the current player on the device, including a change before it existed", () => {
    line.switchSeat(1);
    expect(wire().sent).toEqual([]);
    wire().open();
    expect(wire().of("seat")).toEqual([{ type: "seat", seat: 1 }]);
    wire().drop();
    vi.advanceTimersByTime(1000);
    expect(wire().url).toBe("wss://club.test/api/tables/abc/socket?seat=1");
    wire().open();
    expect(wire().of("seat")).toEqual([]);
  });
});
