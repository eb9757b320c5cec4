// The boards of this browser with their versions, in IndexedDB. Pictures to trace are never stored.
import type { Board } from "./model";

export interface KeptBoard {
  key: string;
  changed: number;
  board: Board;
  /** The id of the built-in board that it was copied from. */
  origin?: string | undefined;
}
export interface Version {
  key: string;
  at: number;
  board: Board;
}

const NAME = "whistlestop-studio";
const BOARDS = "boards";
const VERSIONS = "versions";
/** The maximum number of versions of each board. */
const MOST = 30;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  if (!opened) {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(BOARDS, { keyPath: "key" });
      request.result.createObjectStore(VERSIONS, { keyPath: ["key", "at"] });
    };
    opened = done(request);
    opened.then(
      (database) => {
        // Another page needs a newer database, or the browser is deleting this one: open it again later.
        database.onversionchange = () => database.close();
        database.onclose = () => (opened = null);
      },
      () => (opened = null),
    );
  }
  return opened;
}

const ofKey = (key: string): IDBKeyRange => IDBKeyRange.bound([key], [key, []]);

async function store(name: string, mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await open()).transaction(name, mode).objectStore(name);
}

/** All boards, most recently changed first. */
export async function boards(): Promise<KeptBoard[]> {
  const found: KeptBoard[] = await done((await store(BOARDS, "readonly")).getAll());
  return found.sort((a, b) => b.changed - a.changed);
}

export async function keep(key: string, board: Board, origin?: string): Promise<void> {
  const kept: KeptBoard = { key, board, origin, changed: Date.now() };
  await done((await store(BOARDS, "readwrite")).put(kept));
}

export async function remove(key: string): Promise<void> {
  const transaction = (await open()).transaction([BOARDS, VERSIONS], "readwrite");
  transaction.objectStore(VERSIONS).delete(ofKey(key));
  await done(transaction.objectStore(BOARDS).delete(key));
}

/** The versions of a board, newest first. */
export async function versions(key: string): Promise<Version[]> {
  const found: Version[] = await done((await store(VERSIONS, "readonly")).getAll(ofKey(key)));
  return found.reverse();
}

/** Save the current state of the board as a version; drop the oldest ones. */
export async function keepVersion(key: string, board: Board): Promise<void> {
  const found = await versions(key);
  const into = await store(VERSIONS, "readwrite");
  for (const { at } of found.slice(MOST - 1)) into.delete([key, at]);
  await done(into.put({ key, at: Date.now(), board } satisfies Version));
}
