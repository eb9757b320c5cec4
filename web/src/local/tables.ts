// The tables of this device: making them, and answers to requests about them.
import { declarationOf, hintOf, Knowledge, planOf, replay, shownTo, summaryOf } from "../engine";
import type { CreateTable, Me, Observed, TableInfo } from "../lib/types";
import { answer, notFound, notHere, Refusal } from "./answers";
import { choose } from "./bots";
import { engineOf, once } from "./engines";
import {
  endsOf,
  newTable,
  idOf,
  infoOf,
  localSeats,
  type StoredTable,
  type StoredSeat,
  type Options,
} from "./storedtable";
import * as lists from "./lists";
import * as offline from "./offline";
import { OwnBoards } from "./ownboards";
import * as replays from "./replays";
import { Reviews } from "./reviews";
import * as saved from "./saved";
import { pageOf } from "./statistics";
import { Store } from "./store";
import { advise } from "./search";
import { LocalTable, withSummary } from "./table";

const COLORS = 5;

export interface Request {
  method: string;
  path: string;
  body: any;
  me: Me;
}

export class Tables {
  private readonly store: Store;
  private readonly reviews: Reviews;
  private readonly open = new Map<string, Promise<LocalTable>>();
  private readonly boards: OwnBoards;

  /** `lasts` is called when it changes whether games outlast the page. */
  constructor(
    private readonly base: string,
    lasts: (lasts: boolean) => void,
  ) {
    this.store = new Store(
      lasts,
      (id, deleted) => void (deleted ? this.closeTable(id) : this.catchUp(id)).catch(() => undefined),
      () => this.restore(),
    );
    this.reviews = new Reviews(this.store, base);
    this.boards = new OwnBoards(this.store, base);
  }

  /** Shows changes that another page has made, if the table is open here. */
  private async catchUp(id: string): Promise<void> {
    await (await this.open.get(id))?.catchUp();
  }

  /** Closes a table that has been deleted. */
  private async closeTable(id: string): Promise<void> {
    const table = this.open.get(id);
    this.open.delete(id);
    await (await table?.catch(() => null))?.remove();
  }

  /** Stores the tables that this page has open again. */
  private async restore(): Promise<void> {
    await Promise.all(
      [...this.open.values()].map(async (table) => (await table.catch(() => null))?.restore()),
    );
  }

  /** A table with its game. Throws Refusal if there is none. */
  use(key: string): Promise<LocalTable> {
    const id = idOf(key);
    return once(this.open, id, () => this.load(id));
  }

  private async load(id: string): Promise<LocalTable> {
    const stored = await this.store.table(id);
    if (!stored) throw notFound("table");
    const table = new LocalTable(
      stored,
      await engineOf(stored.ruleset, this.base, stored.board),
      this.store,
      choose(this.base),
    );
    if (stored.state !== "open") await table.load();
    return table;
  }

  async request({ method, path, body, me }: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(path, this.base);
    const [, , what, key, part] = pathname.split("/").map(decodeURIComponent);
    const seat = searchParams.get("seat");
    const wanted = seat === null ? null : Number(seat);
    switch (`${method} ${what}${key === undefined ? "" : "/table"}${part === undefined ? "" : `/${part}`}`) {
      case "GET waiting":
        return answer(await lists.waiting(this.store, searchParams.get("user")));
      case "GET tables":
        return answer((await lists.finished(this.store)).map((table) => infoOf(table)));
      case "GET players/table":
        return answer(pageOf(me, await lists.finished(this.store)));
      case "GET games":
        return answer(await lists.played(this.store, searchParams));
      case "POST tables":
        return answer(infoOf(await this.create(body, me)));
      case "POST records":
        return answer(infoOf(await this.importRecord(body)));
      case "GET saved":
        return answer(await saved.save(this.store));
      case "POST saved":
        return answer(await saved.load(this.store, body, this.base, (id) => this.catchUp(id)));
      case "POST boards":
        return answer(await this.boards.offer(body));
      case "DELETE boards/table":
        await this.removeGames(key!);
        return answer();
      case "GET tables/table/ruleset":
        return answer((await this.use(key!)).engine.ruleset.info);
      case "GET tables/table/board.svg":
        return new Response((await this.boards.drawn(await this.storedTable(key!))).whole);
      case "GET tables/table/thumbnail.svg":
        return new Response((await this.boards.drawn(await this.storedTable(key!))).thumbnail);
      case "GET tables/table":
        return answer(infoOf(await this.storedTable(key!)));
      case "GET tables/table/view": {
        const table = await this.use(key!);
        const { you } = infoOf(table.stored, wanted);
        return answer({ view: table.view(you), log: table.log(you) });
      }
      case "POST tables/table/start":
        return answer(await this.start(key!));
      case "POST tables/table/resign":
      case "POST tables/table/return":
        return answer(await this.replace(key!, body.seat, part === "resign"));
      case "POST tables/table/agree":
        return answer(await this.abandon(key!));
      case "POST tables/table/rematch": {
        const next = await this.rematch(key!, me);
        return answer(await this.start(next.id));
      }
      case "GET tables/table/declaration": {
        const table = await this.use(key!);
        const { you } = infoOf(table.stored, wanted);
        if (!table.game || you === null)
          throw new Refusal("not_your_turn", "You have nothing to declare now.");
        const tickets = (searchParams.get("tickets") ?? "").split(",").filter(Boolean);
        return answer(declarationOf(Knowledge.of(table.game, you), tickets));
      }
      case "GET tables/table/plan": {
        const { known, look } = await this.knowledgeOf(key!, wanted);
        return answer(planOf(known, look));
      }
      case "GET tables/table/hint":
        return answer(await this.hint(key!, wanted));
      case "GET tables/table/summary":
        return answer(summaryOf((await this.finished(key!)).game!));
      case "GET tables/table/record": {
        const made = (await this.storedTable(key!)).offline?.body;
        return answer(made?.record ?? replays.record(await this.finished(key!)));
      }
      case "GET games/table/review":
        return answer(await this.reviews.answer((await this.finished(key!)).stored.id));
      case "POST games/table/review": {
        const { game, stored } = await this.finished(key!);
        return answer(await this.reviews.begin({ id: stored.id, game: game!, worlds: body?.worlds }));
      }
      case "POST games/table/branch": {
        const table = await this.finished(key!);
        const branched = { ...replays.branch(table, body, me.name), offline: offline.unsent(table.stored) };
        await this.store.put(branched);
        return answer(infoOf(branched));
      }
      // For a game on a server that leaves reviews to browsers.
      case "GET reviews/table":
        return answer(await this.reviews.answer(key!));
      case "POST reviews/table": {
        const engine = await engineOf(body.record.ruleset, this.base);
        const game = replay(engine, body.record);
        return answer(await this.reviews.begin({ id: key!, game, worlds: body.worlds }));
      }
      // A hint from an observation sent by such a server.
      case "POST hints/table":
        return answer(await this.hintFromObservation(key!, body));
      // Games played while the server is away.
      case "POST offline/table/prepare":
        return answer(await offline.prepare(key!, body, this.base));
      case "POST offline/table": {
        const known = await offline.continuationOf(this.store, body);
        const table = known ?? (await offline.continued(body, this.base));
        if (!known) await this.store.put(table);
        return answer(infoOf(table));
      }
      case "GET offline":
        return answer(await offline.games(this.store, (id) => this.use(id)));
      case "POST offline/table/answer":
        await this.change(key!, (stored) => offline.withAnswer(stored, body));
        return answer();
      case "POST offline":
        return answer(await this.transfer(body));
      case "GET games/table/log":
        return answer(replays.log(await this.use(key!), seat));
      case "GET games/table/frames":
        return answer(replays.frames(await this.use(key!), seat, Number(searchParams.get("at"))));
      default:
        throw notHere();
    }
  }

  /** The knowledge of a person on this device, and whether they may look at their stack. */
  private async knowledgeOf(key: string, wanted: number | null) {
    const { engine, game, stored } = await this.use(key);
    const { you } = infoOf(stored, wanted);
    if (!game || you === null) throw new Refusal("not_seated", "You have no seat at this table.", 403);
    return { engine, stored, known: Knowledge.of(game, you), look: stored.look };
  }

  private async hint(key: string, wanted: number | null) {
    const { engine, stored, known, look } = await this.knowledgeOf(key, wanted);
    if (!infoOf(stored).hints) throw new Refusal("hints_off", "Hints are off at this table.", 403);
    return hintOf(known, look, await advise(engine, shownTo(known, look).bytes, this.base));
  }

  private async hintFromObservation(ruleset: string, { seat, look, bytes }: Observed) {
    const engine = await engineOf(ruleset, this.base);
    const observation = offline.observationOf(engine, bytes);
    const known = new Knowledge(engine, seat, observation);
    return hintOf(known, look, await advise(engine, observation, this.base));
  }

  private async storedTable(key: string): Promise<StoredTable> {
    const open = await this.open.get(idOf(key))?.catch(() => null);
    const found = open?.stored ?? (await this.store.table(idOf(key)));
    if (!found) throw notFound("table");
    return found;
  }

  private async finished(key: string): Promise<LocalTable> {
    const table = await this.use(key);
    if (!table.game?.over) throw new Refusal("not_over", "This is available when the game is over.");
    return table;
  }

  private async create(wish: CreateTable, me: Me): Promise<StoredTable> {
    const board = await this.boards.find(wish.ruleset);
    const engine = await engineOf(wish.ruleset, this.base, board.board);
    const [least, most] = engine.ruleset.players;
    const count = wish.seats.length;
    if (count < least || count > most || wish.seats.some(({ kind }) => kind === "open"))
      throw new Refusal("bad_request", `This game is for ${least} to ${most} players on this device.`, 400);
    const first = wish.seats.findIndex(({ kind }) => kind === "me");
    const colors = Array.from({ length: COLORS }, (_, color) => color);
    const preferred = wish.color ?? 0;
    const free = colors.filter((color) => color !== preferred);
    const seats = wish.seats.map((seat, number): StoredSeat => {
      const color = number === Math.max(0, first) ? preferred : free.shift()!;
      const name = seat.kind === "me" ? (seat.name ?? me.name) : seat.bot!;
      const character = seat.character ?? null;
      return seat.kind === "me"
        ? { kind: "person", name, bot: null, away: null, color }
        : { kind: "bot", name, bot: seat.bot!, character, away: null, color };
    });
    return this.add(wish.ruleset, engine.ruleset.hash, seats, {
      look: wish.look ?? false,
      comesBack: wish.comes_back ?? true,
      standIn: wish.stand_in ?? "hard",
      ...board,
    });
  }

  /** Deletes all games on a board of the editor. */
  private async removeGames(editor: string): Promise<void> {
    for (const stored of await this.store.list()) {
      if (stored.editor !== editor) continue;
      await this.closeTable(stored.id);
      await this.store.remove(stored.id);
    }
  }

  private async add(
    ruleset: string,
    hash: string,
    seats: StoredSeat[],
    options: Options,
    unsent: StoredTable["offline"] = null,
  ): Promise<StoredTable> {
    const table = { ...newTable(ruleset, hash, seats, options), offline: unsent };
    await this.store.put(table);
    return table;
  }

  private async start(key: string): Promise<TableInfo> {
    const table = await this.use(key);
    if (table.stored.state !== "open") throw new Refusal("already_started", "The game has already started.");
    await table.load();
    await table.change((stored) => withSummary({ ...stored, state: "playing" }, table.game!));
    return infoOf(table.stored);
  }

  /** A bot takes over from a person, or the person returns. */
  private async replace(key: string, wanted: number | null, leaves: boolean): Promise<TableInfo> {
    const table = await this.use(key);
    const seat = wanted ?? localSeats(table.stored)[0];
    if (seat === undefined || !localSeats(table.stored).includes(seat))
      throw new Refusal("not_seated", "You have no seat at this table.", 403);
    await table.change((stored) => {
      const { bot, away } = leaves
        ? { bot: stored.standIn, away: "left" as const }
        : { bot: null, away: null };
      if (stored.seats[seat]!.bot === bot) return stored;
      const seats = stored.seats.map((one, number) => (number === seat ? { ...one, bot, away } : one));
      const { version } = table;
      return withSummary(
        { ...stored, seats, handed: [...(stored.handed ?? []), { version, seat, bot }] },
        table.game!,
      );
    });
    return infoOf(table.stored);
  }

  /** Ends a game early; nobody needs to agree, because all its people are on this device. */
  private async abandon(key: string): Promise<TableInfo> {
    return infoOf(
      await this.change(key, (stored) => {
        if (stored.state !== "playing") throw new Refusal("game_over", "The game is over.");
        const changed = new Date().toISOString();
        return { ...stored, state: "over", abandoned: true, changed, ends: endsOf(null, stored.seats) };
      }),
    );
  }

  /** Changes a table, even if this version cannot read its game. */
  private async change(key: string, change: (stored: StoredTable) => StoredTable): Promise<StoredTable> {
    const table = await this.use(key).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === "old_rules") return null;
      throw error;
    });
    if (table) {
      await table.change(change);
      return table.stored;
    }
    const changed = change(await this.storedTable(key));
    await this.store.put(changed);
    return changed;
  }

  /** Moves the tables that a user played without the server to another user. */
  private async transfer({ from, to }: { from: string; to: string }): Promise<void> {
    for (const { id, offline: note } of await this.store.list())
      if (note?.user === from)
        await this.change(id, (stored) => ({ ...stored, offline: { ...stored.offline!, user: to } }));
  }

  private async rematch(key: string, me: Me): Promise<StoredTable> {
    const { stored, engine } = await this.use(key);
    const alone = localSeats(stored).length === 1;
    const seats = stored.seats.map((seat) =>
      seat.kind === "bot" ? seat : { ...seat, name: alone ? me.name : seat.name, bot: null, away: null },
    );
    return this.add(stored.ruleset, engine.ruleset.hash, seats, stored, offline.unsent(stored));
  }

  private async importRecord({ record, names }: { record: unknown; names: string[] }): Promise<StoredTable> {
    const [table, lines] = await replays.read(record, names, this.base);
    const here = await saved.twin(this.store, table, lines);
    if (!here) await this.store.put(table, ...lines);
    return here ?? table;
  }
}
