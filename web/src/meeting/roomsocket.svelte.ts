// The socket of a room with a chat: it reconnects, and passes on everything that is not about the chat.
import { Chat, type ChatPlace } from "../lib/chat.svelte";
import { session } from "../lib/session.svelte";
import { closeReason } from "../lib/socket";
import type { ChatAnswer, RoomClientMessage, ServerMessage } from "../lib/types";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const PING_EVERY = 25_000;

type Common = Extract<ServerMessage, { type: "said" | "unsaid" | "warned" | "error" | "pong" }>;
interface Refused {
  type: "refused";
  id: string | null;
  error: { code: string; message: string };
}

export abstract class RoomSocket<Message extends { type: string }> {
  /** Whether the room is connected. */
  open = $state(false);
  /** Why the room cannot be shown, as an error code. */
  failure = $state<string | null>(null);
  readonly chat: Chat;

  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private timer = 0;
  private pinging = 0;
  private left = false;

  constructor(
    private readonly path: string,
    fetch: () => Promise<ChatAnswer>,
    place: ChatPlace,
  ) {
    this.chat = new Chat(place, fetch, (message) => this.write(message));
    this.connect();
    this.pinging = window.setInterval(() => this.write({ type: "ping" }), PING_EVERY);
  }

  /** Handle the first message of a connection, and every other one that is not about the chat. */
  protected abstract take(message: Message): void;

  close(): void {
    this.left = true;
    clearTimeout(this.timer);
    clearInterval(this.pinging);
    this.socket?.close();
  }

  /** Reconnect to get a complete state. */
  protected restart(): void {
    this.socket?.close();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket = socket;
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as Message | Common | Refused);
    socket.onclose = ({ code }) => {
      this.open = false;
      const reason = closeReason(code);
      if (reason === "signed_out" || reason === "banned") session.expel(reason);
      if (this.left || this.failure || reason) return;
      this.timer = window.setTimeout(() => this.connect(), this.pause * (0.7 + Math.random() * 0.6));
      this.pause = Math.min(this.pause * 1.8, LONGEST_PAUSE);
    };
  }

  private receive(received: Message | Common | Refused): void {
    const message = received as Common | Refused;
    if (message.type === "said") this.chat.receive(message);
    else if (message.type === "unsaid") this.chat.remove(message.message);
    else if (message.type === "warned") void session.renew();
    else if (message.type === "refused") this.chat.refused(message);
    else if (message.type === "error") this.failure = message.error.code;
    else if (message.type !== "pong") {
      if (!this.open) void this.chat.reload();
      this.open = true;
      this.pause = FIRST_PAUSE;
      this.take(received as Message);
    }
  }

  private write(message: RoomClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
