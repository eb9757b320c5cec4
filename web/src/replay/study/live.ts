// The socket of a study: it reconnects, and signals when to reload the study.
import { session } from "../../lib/session.svelte";
import { closeReason } from "../../lib/socket";
import type { StudyMessage } from "../../lib/types";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const PING_EVERY = 25_000;

/** Call `changed` on every connection and every change. Returns a function that disconnects. */
export function followStudy(study: string, changed: () => void): () => void {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const url = `${scheme}//${location.host}/api/studies/${encodeURIComponent(study)}/socket`;
  let socket: WebSocket | null = null;
  let pause = FIRST_PAUSE;
  let timer = 0;
  let left = false;

  function connect(): void {
    socket = new WebSocket(url);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as StudyMessage;
      if (message.type === "warned") void session.renew();
      if (message.type !== "study_changed") return;
      pause = FIRST_PAUSE;
      changed();
    };
    socket.onclose = ({ code }) => {
      const reason = closeReason(code);
      if (reason === "signed_out" || reason === "banned") session.expel(reason);
      else if (reason === "not_found") changed(); // reloading shows the error
      if (left || reason) return;
      timer = window.setTimeout(connect, pause * (0.7 + Math.random() * 0.6));
      pause = Math.min(pause * 1.8, LONGEST_PAUSE);
    };
  }

  connect();
  const pinging = window.setInterval(() => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "ping" }));
  }, PING_EVERY);
  return () => {
    left = true;
    clearTimeout(timer);
    clearInterval(pinging);
    socket?.close();
  };
}
