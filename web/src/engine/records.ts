// Records in a module's memory, read and written in place by their declared fields.

export type FieldType = "i1" | "u1" | "i2" | "i4" | "u4" | "i8" | "u8" | "f8";

/** The offset of a field in bytes, its type and its shape. */
export type Field = readonly [offset: number, type: FieldType, ...shape: number[]];

export interface Layout {
  readonly size: number;
  readonly fields: Readonly<Record<string, Field>>;
}

const ARRAYS = {
  i1: Int8Array,
  u1: Uint8Array,
  i2: Int16Array,
  i4: Int32Array,
  u4: Uint32Array,
  i8: BigInt64Array,
  u8: BigUint64Array,
  f8: Float64Array,
} as const;

export type Numbers = InstanceType<(typeof ARRAYS)[FieldType]>;

/** A record; `L` is the layout of its kind. */
export class RecordView<L extends Layout> {
  /** The views of fields that were read, valid as long as the memory is the same; growing replaces it. */
  private readonly views = new Map<string, Numbers>();

  constructor(
    readonly layout: L,
    private readonly memory: { readonly buffer: ArrayBuffer },
    private readonly begin: number,
  ) {}

  /** The address of the record. */
  get address(): number {
    return this.begin;
  }

  /** A view of a field's values in the module's memory, rows first; valid until the next call of the module. */
  array(name: keyof L["fields"] & string): Numbers {
    const { address } = this;
    const known = this.views.get(name);
    if (known?.buffer === this.memory.buffer) return known;
    const [offset, type, ...shape] = this.layout.fields[name]!;
    const length = shape.reduce((product, each) => product * each, 1);
    const made = new ARRAYS[type](this.memory.buffer, address + offset, length);
    this.views.set(name, made);
    return made;
  }

  /** One value of a field, by its place. */
  number(name: keyof L["fields"] & string, ...at: number[]): number {
    return Number(this.value(name, ...at));
  }

  /** The same value, exact even for 64-bit numbers. */
  value(name: keyof L["fields"] & string, ...at: number[]): number | bigint {
    return this.array(name)[this.place(name, at)]!;
  }

  /** A copy of the values along the last axis of a field. */
  row(name: keyof L["fields"] & string, ...at: number[]): (number | bigint)[] {
    const size = this.layout.fields[name]!.at(-1) as number;
    const start = this.place(name, at) * size;
    const values = this.array(name);
    const found = new Array<number | bigint>(size);
    for (let each = 0; each < size; each++) found[each] = values[start + each]!;
    return found;
  }

  /** The members of a bit set, which is the last axis of a field. */
  members(name: keyof L["fields"] & string, ...at: number[]): number[] {
    const size = this.layout.fields[name]!.at(-1) as number;
    const start = this.place(name, at) * size;
    const values = this.array(name);
    const found: number[] = [];
    for (let word = 0; word < size; word++) addMembers(values[start + word]!, 64 * word, found);
    return found;
  }

  private place(name: keyof L["fields"] & string, at: number[]): number {
    const field = this.layout.fields[name]!;
    let place = 0;
    for (let axis = 0; axis < at.length; axis++) place = place * (field[axis + 2] as number) + at[axis]!;
    return place;
  }

  /** Copy the whole record. */
  bytes(): Uint8Array {
    return new Uint8Array(this.memory.buffer, this.address, this.layout.size).slice();
  }

  /** Replace the whole record. */
  set(bytes: Uint8Array): void {
    if (bytes.length !== this.layout.size) {
      throw new RangeError(`the record has ${this.layout.size} bytes, not ${bytes.length}`);
    }
    new Uint8Array(this.memory.buffer, this.address, this.layout.size).set(bytes);
  }
}

/** A record with memory of its own. After its release, its other methods throw TypeError. */
export class OwnedRecord<L extends Layout> extends RecordView<L> {
  private released = false;

  constructor(
    layout: L,
    memory: { readonly buffer: ArrayBuffer },
    begin: number,
    private readonly free: (address: number) => void,
  ) {
    super(layout, memory, begin);
  }

  override get address(): number {
    if (this.released) throw new TypeError("it has been released and cannot be used");
    return super.address;
  }

  /** Free the memory. A second call does nothing: the memory may already belong to another record. */
  release(): void {
    if (this.released) return;
    this.free(this.address);
    this.released = true;
  }
}

/** The seats that have a decision to make, according to a state or an observation. */
export function seatsToAct(
  layout: { readonly over: number; readonly simultaneous: readonly number[] },
  record: RecordView<Layout>,
): number[] {
  const phase = record.number("phase");
  if (phase === layout.over) return [];
  if (!layout.simultaneous.includes(phase)) return [record.number("player")];
  const chosen = record.row("chosen");
  return Array.from({ length: record.number("players") }, (_, seat) => seat).filter((seat) => !chosen[seat]);
}

/** The bits of a number, in order. */
export function membersOf(number: number | bigint): number[] {
  const found: number[] = [];
  addMembers(number, 0, found);
  return found;
}

/** Adds the bits of a 64-bit number, counted from `first`. Two 32-bit halves are faster than a BigInt. */
function addMembers(number: number | bigint, first: number, found: number[]): void {
  if (!number) return;
  const whole = BigInt(number);
  for (let half = 0; half < 2; half++) {
    let rest = Number(BigInt.asUintN(32, half ? whole >> 32n : whole));
    while (rest) {
      const bit = 31 - Math.clz32(rest & -rest);
      found.push(first + 32 * half + bit);
      rest &= rest - 1;
    }
  }
}
