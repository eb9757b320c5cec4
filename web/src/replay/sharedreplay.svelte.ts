// A shared replay: the leader sends their position, and the others follow.
import { session } from "../lib/session.svelte";
import { closeReason } from "../lib/socket";
import type { Company, Position, TogetherAnswer, TogetherMessage } from "../lib/types";
import type { Player } from "./player.svelte";

const PAUSE = 1000;

/** An unguessable key, the last part of the link. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class SharedReplay {
  company = $state.raw<Company | null>(null);
  /** Why the connection failed, as an error code. */
  failure = $state<string | null>(null);
  private socket: WebSocket | null = null;
  private timer = 0;
  private closed = false;
  private last: Position | null = null;

  constructor(
    private readonly game: string,
    private readonly key: string,
    private readonly player: Player,
  ) {
    this.connect();
  }

  get leading(): boolean {
    return this.company !== null && this.company.you === this.company.leader;
  }

  /** Send the leader's position. */
  sendPosition(): void {
    const { version, eyes, playing, speed } = this.player;
    if (this.leading && eyes !== null) this.send({ type: "position", version, eyes, playing, speed });
  }

  handOver(to: number): void {
    this.send({ type: "hand_over", to });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
    this.player.led = false;
  }

  /** Go to the leader's last position once the game, or another viewpoint of it, is loaded. */
  follow(): void {
    const position = this.last;
    if (!position || this.leading || this.player.eyes === null) return;
    const { player } = this;
    player.speed = position.speed;
    player.pause();
    if (player.eyes !== position.eyes) {
      player.version = position.version;
      void player.viewFrom(position.eyes);
    } else if (player.version !== position.version) {
      player.go(position.version, position.version === player.version + 1 && position.speed <= 2);
    }
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const path = `/api/games/${encodeURIComponent(this.game)}/together/${encodeURIComponent(this.key)}`;
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    this.socket = socket;
    socket.onmessage = ({ data }) => this.receive(JSON.parse(String(data)) as TogetherAnswer);
    socket.onclose = ({ code }) => {
      this.company = null;
      const reason = closeReason(code);
      if (reason === "signed_out" || reason === "banned") session.expel(reason);
      else if (!this.closed && this.failure === null)
        this.timer = window.setTimeout(() => this.connect(), PAUSE);
    };
  }

  private receive(message: TogetherAnswer): void {
    if (message.type === "error") {
      this.failure = message.error.code;
    } else if (message.type === "warned") {
      void session.renew();
    } else if (message.type === "company") {
      this.company = message;
      this.last = message.position ?? this.last;
      this.player.led = !this.leading;
      this.follow();
    } else {
      this.last = message;
      this.follow();
    }
  }

  private send(message: TogetherMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
