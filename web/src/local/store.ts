// Stores tables and their actions: in IndexedDB, or only in memory if the browser stores nothing.
import type { Review } from "../lib/types";
import { REVIEW } from "../engine";
import type { StoredTable, StoredAction } from "./storedtable";

const NAME = "whistlestop";
const TABLES = "tables";
const ACTIONS = "actions";
const REVIEWS = "reviews";

/** Milliseconds between attempts to open the database again: the browser may still be deleting it. */
const PAUSES = [100, 300, 1000, 3000];

/** Another page has already played this ply or changed the table. */
export class Conflict extends Error {}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // A failed request aborts the transaction, which has its error only afterwards.
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

async function openAgain(): Promise<IDBDatabase> {
  for (const pause of PAUSES) {
    const database = await open().catch(() => null);
    if (database) return database;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return open();
}

const all = (table: string): IDBKeyRange => IDBKeyRange.bound([table], [table, []]);

export class Store {
  /** Data that could not be stored yet; it lasts while the page is open. */
  private readonly tables = new Map<string, StoredTable>();
  private readonly logs = new Map<string, Map<number, StoredAction>>();
  private readonly reviews = new Map<string, Review>();
  /** Null if the browser stores nothing. */
  private database: Promise<IDBDatabase | null>;
  private readonly pages = new BroadcastChannel(NAME);
  /** Writes run one after another. */
  private last: Promise<unknown> = Promise.resolve();

  /**
   * `lasts` is called when it changes whether games outlast the page; `changed`, when another page has changed or
   * deleted a table. `lost` restores the tables of this page after the browser has deleted the database.
   */
  constructor(
    private readonly lasts: (lasts: boolean) => void,
    changed: (table: string, deleted: boolean) => void,
    private readonly lost: () => Promise<unknown>,
  ) {
    this.pages.onmessage = ({ data }: MessageEvent<string | { deleted: string }>) =>
      typeof data === "string" ? changed(data, false) : changed(data.deleted, true);
    this.database = this.connect(open);
  }

  private connect(opens: typeof open): Promise<IDBDatabase | null> {
    const connection: Promise<IDBDatabase | null> = Promise.resolve()
      .then(opens)
      .then((database) => {
        // A newer version of the site needs to change the stores; this one continues in memory.
        database.onversionchange = () => {
          database.close();
          this.database = Promise.resolve(null);
          this.lasts(false);
        };
        database.onclose = () => this.reopen(connection);
        return database;
      })
      .catch(() => {
        this.lasts(false);
        return null;
      });
    return connection;
  }

  /** Opens the database again after the browser has closed it, as browsers do when the user deletes the site's data. */
  private reopen(closed: Promise<IDBDatabase | null>): void {
    if (this.database !== closed) return; // already done
    this.lasts(false);
    this.database = this.connect(openAgain);
    this.lost().then(
      () => this.lasts(true),
      () => undefined, // the next change is stored in memory
    );
  }

  /** Reads from the database; undefined if there is none. */
  private async read<T>(
    from: string,
    request: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> {
    const attempt = async (database: IDBDatabase | null) =>
      database ? done(request(database.transaction(from).objectStore(from))) : undefined;
    const connection = this.database;
    const database = await connection;
    try {
      return await attempt(database);
    } catch {
      this.reopen(connection);
      return attempt(await this.database);
    }
  }

  async list(): Promise<StoredTable[]> {
    const stored: StoredTable[] = (await this.read(TABLES, (store) => store.getAll())) ?? [];
    return [...new Map([...stored, ...this.tables.values()].map((one) => [one.id, one])).values()];
  }

  async table(id: string): Promise<StoredTable | undefined> {
    const stored = await this.read<StoredTable | undefined>(TABLES, (store) => store.get(id));
    return this.tables.get(id) ?? stored;
  }

  /** The actions of a table in order. */
  async actions(id: string): Promise<StoredAction[]> {
    const stored: StoredAction[] = (await this.read(ACTIONS, (store) => store.getAll(all(id)))) ?? [];
    const own = this.logs.get(id);
    return own ? [...new Map([...stored.map((one) => [one.ply, one] as const), ...own]).values()] : stored;
  }

  /** Stores a table with the actions that changed it. Rejects with Conflict if an action with the same ply exists. */
  put(table: StoredTable, ...actions: StoredAction[]): Promise<void> {
    return this.replace(null, table, ...actions);
  }

  /** The same, but also rejects with Conflict if the stored table is no longer `before`; null: any. */
  replace(before: StoredTable | null, table: StoredTable, ...actions: StoredAction[]): Promise<void> {
    const next = this.last.then(() => this.keep(table, actions, before));
    this.last = next.catch(() => undefined);
    return next;
  }

  private async keep(table: StoredTable, actions: StoredAction[], before: StoredTable | null): Promise<void> {
    const database = await this.database;
    const late = this.tables.size > 0;
    if (database) {
      try {
        // Changes that could not be stored are newer than the stored table.
        await this.write(database, table, actions, late ? null : before);
        this.tables.clear();
        this.logs.clear();
        if (late) this.lasts(true);
        return this.pages.postMessage(table.id);
      } catch (error) {
        if (error instanceof Conflict) throw error;
        if ((error as DOMException | null)?.name === "ConstraintError" && !late) throw new Conflict();
        // The disk is full, or the browser has closed the database: the game continues, and this change is stored with
        // the next one.
        if (!late) this.lasts(false);
      }
    }
    this.tables.set(table.id, structuredClone(table));
    if (!actions.length) return;
    const log = this.logs.get(table.id) ?? new Map<number, StoredAction>();
    for (const action of actions) log.set(action.ply, action);
    this.logs.set(table.id, log);
  }

  /** Stores whatever is missing of a table and its actions. Rejects if that fails. */
  restore(table: StoredTable, log: StoredAction[]): Promise<void> {
    const next = this.last.then(async () => {
      const database = await this.database;
      if (!database) throw new DOMException("The browser keeps nothing.", "InvalidStateError");
      const transaction = database.transaction([TABLES, ACTIONS], "readwrite", { durability: "strict" });
      const over = committed(transaction);
      const [tables, actions] = [transaction.objectStore(TABLES), transaction.objectStore(ACTIONS)];
      // This page or another one may have stored a change in the meantime.
      const stored: StoredAction[] = await done(actions.getAll(all(table.id)));
      const plies = new Set(stored.map(({ ply }) => ply));
      for (const one of log) if (!plies.has(one.ply)) actions.add(one);
      const found: StoredTable | undefined = await done(tables.get(table.id));
      if (!found || found.version < table.version) tables.put(table);
      await over;
      this.tables.delete(table.id);
      this.logs.delete(table.id);
    });
    this.last = next.catch(() => undefined);
    return next;
  }

  /** Deletes a table with its game and review. */
  async remove(id: string): Promise<void> {
    const database = await this.database;
    this.tables.delete(id);
    this.logs.delete(id);
    this.reviews.delete(id);
    if (!database) return;
    const transaction = database.transaction([TABLES, ACTIONS, REVIEWS], "readwrite");
    transaction.objectStore(TABLES).delete(id);
    transaction.objectStore(ACTIONS).delete(all(id));
    transaction.objectStore(REVIEWS).delete(id);
    await committed(transaction);
    this.pages.postMessage({ deleted: id });
  }

  /** The review of a table, if there is one in the format of this version. */
  async review(id: string): Promise<Review | null> {
    const stored: Review | undefined =
      this.reviews.get(id) ?? (await this.read(REVIEWS, (store) => store.get(id)));
    return stored?.format === REVIEW ? stored : null;
  }

  async putReview(id: string, review: Review): Promise<void> {
    const database = await this.database;
    this.reviews.set(id, review);
    if (!database) return;
    const transaction = database.transaction(REVIEWS, "readwrite");
    transaction.objectStore(REVIEWS).put(review, id);
    await committed(transaction).catch(() => undefined); // the review can be made again
  }

  /** Stores a change, with all earlier changes that could not be stored. */
  private async write(
    database: IDBDatabase,
    table: StoredTable,
    actions: StoredAction[],
    before: StoredTable | null,
  ): Promise<void> {
    const transaction = database.transaction([TABLES, ACTIONS], "readwrite", { durability: "strict" });
    const over = committed(transaction);
    if (before) {
      const found: StoredTable | undefined = await done(transaction.objectStore(TABLES).get(table.id));
      if (found && found.changed !== before.changed) {
        over.catch(() => undefined);
        transaction.abort();
        throw new Conflict();
      }
    }
    const earlier = [...this.logs.values()].flatMap((log) => [...log.values()]);
    for (const one of [...earlier, ...actions]) transaction.objectStore(ACTIONS).add(one);
    for (const one of [...this.tables.values(), table]) transaction.objectStore(TABLES).put(one);
    await over;
  }
}
