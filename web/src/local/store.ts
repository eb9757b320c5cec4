// Where tables and their actions are kept: in IndexedDB, or only in memory while the browser stores nothing.
import type { Review } from "../lib/types";
import { REVIEW } from "../engine";
import type { Kept, Logged } from "./kept";

const NAME = "whistlestop";
const TABLES = "tables";
const ACTIONS = "actions";
const REVIEWS = "reviews";

/** Another page has played this ply first. */
export class Conflict extends Error {}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // A request that fails aborts the transaction, which has the error only then.
    transaction.onabort = () => reject(transaction.error);
  });

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 2);
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      request.result.createObjectStore(TABLES, { keyPath: "id" });
      request.result.createObjectStore(ACTIONS, { keyPath: ["table", "ply"] });
    }
    request.result.createObjectStore(REVIEWS);
  };
  return done(request);
}

const all = (table: string): IDBKeyRange => IDBKeyRange.bound([table], [table, []]);

export class Store {
  /** What could not be stored so far, as long as the page is open. */
  private readonly tables = new Map<string, Kept>();
  private readonly logs = new Map<string, Map<number, Logged>>();
  private readonly reviews = new Map<string, Review>();
  private readonly database: Promise<IDBDatabase | null>;
  private readonly pages = new BroadcastChannel(NAME);
  /** Writing, one change after another. */
  private last: Promise<unknown> = Promise.resolve();
  private closed = false;

  /** `lasts` hears whether games outlast the page, if that changes; `changed`, which table another page has changed. */
  constructor(
    private readonly lasts: (lasts: boolean) => void,
    changed: (table: string) => void,
  ) {
    this.pages.onmessage = ({ data }: MessageEvent<string>) => changed(data);
    this.database = Promise.resolve()
      .then(open)
      .then((database) => {
        // A newer version of the site changes the stores; this one continues in memory.
        database.onversionchange = () => {
          database.close();
          this.closed = true;
          this.lasts(false);
        };
        return database;
      })
      .catch(() => {
        this.lasts(false);
        return null;
      });
  }

  /** The database; null where the browser keeps nothing. */
  private async opened(): Promise<IDBDatabase | null> {
    return this.closed ? null : this.database;
  }

  async list(): Promise<Kept[]> {
    const database = await this.opened();
    const kept = database ? await done(database.transaction(TABLES).objectStore(TABLES).getAll()) : [];
    return [...new Map([...kept, ...this.tables.values()].map((one: Kept) => [one.id, one])).values()];
  }

  async table(id: string): Promise<Kept | undefined> {
    const database = await this.opened();
    const kept = database && (await done(database.transaction(TABLES).objectStore(TABLES).get(id)));
    return this.tables.get(id) ?? kept ?? undefined;
  }

  /** The actions of a table in order. */
  async actions(id: string): Promise<Logged[]> {
    const database = await this.opened();
    const kept: Logged[] = database
      ? await done(database.transaction(ACTIONS).objectStore(ACTIONS).getAll(all(id)))
      : [];
    const own = this.logs.get(id);
    return own ? [...new Map([...kept.map((one) => [one.ply, one] as const), ...own]).values()] : kept;
  }

  /** Keeps a table, with the action that changed it. Rejects with Conflict if there is an action of this ply. */
  put(table: Kept, action?: Logged): Promise<void> {
    const next = this.last.then(() => this.keep(table, action));
    this.last = next.catch(() => undefined);
    return next;
  }

  private async keep(table: Kept, action?: Logged): Promise<void> {
    const database = await this.opened();
    const late = this.tables.size > 0;
    if (database) {
      try {
        await this.write(database, table, action);
        this.tables.clear();
        this.logs.clear();
        if (late) this.lasts(true);
        return this.pages.postMessage(table.id);
      } catch (error) {
        if ((error as DOMException | null)?.name === "ConstraintError" && !late) throw new Conflict();
        // No room, or the browser has closed it: the game continues, and the next change is stored with this one.
        if (!late) this.lasts(false);
      }
    }
    this.tables.set(table.id, structuredClone(table));
    if (!action) return;
    const log = this.logs.get(table.id) ?? new Map<number, Logged>();
    this.logs.set(table.id, log.set(action.ply, action));
  }

  /** Deletes a table with its game and review. */
  async remove(id: string): Promise<void> {
    const database = await this.opened();
    this.tables.delete(id);
    this.logs.delete(id);
    this.reviews.delete(id);
    if (!database) return;
    const transaction = database.transaction([TABLES, ACTIONS, REVIEWS], "readwrite");
    transaction.objectStore(TABLES).delete(id);
    transaction.objectStore(ACTIONS).delete(all(id));
    transaction.objectStore(REVIEWS).delete(id);
    await committed(transaction);
  }

  /** The review of a table, if there is one in the format of this version. */
  async review(id: string): Promise<Review | null> {
    const database = await this.opened();
    const kept: Review | undefined =
      this.reviews.get(id) ??
      (database && (await done(database.transaction(REVIEWS).objectStore(REVIEWS).get(id))));
    return kept?.format === REVIEW ? kept : null;
  }

  async putReview(id: string, review: Review): Promise<void> {
    const database = await this.opened();
    this.reviews.set(id, review);
    if (!database) return;
    const transaction = database.transaction(REVIEWS, "readwrite");
    transaction.objectStore(REVIEWS).put(review, id);
    await committed(transaction).catch(() => undefined); // it can be made again
  }

  /** Stores a change, with everything that could not be stored before it. */
  private async write(database: IDBDatabase, table: Kept, action?: Logged): Promise<void> {
    const transaction = database.transaction([TABLES, ACTIONS], "readwrite", { durability: "strict" });
    const over = committed(transaction);
    const earlier = [...this.logs.values()].flatMap((log) => [...log.values()]);
    for (const one of action ? [...earlier, action] : earlier) transaction.objectStore(ACTIONS).add(one);
    for (const one of [...this.tables.values(), table]) transaction.objectStore(TABLES).put(one);
    await over;
  }
}
