// Records in the memory of a module: the fields that the engine declares, read and written in place.

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

/** One record: `L` is the layout of its kind. */
export class RecordView<L extends Layout> {
  constructor(
    readonly layout: L,
    private readonly memory: WebAssembly.Memory,
    /** Where the record lies in the memory. */
    readonly address: number,
  ) {}

  /** The values of a field, rows first, in the memory itself: valid until the next call of the module. */
  array(name: keyof L["fields"] & string): Numbers {
    const [offset, type, ...shape] = this.layout.fields[name]!;
    const length = shape.reduce((product, each) => product * each, 1);
    return new ARRAYS[type](this.memory.buffer, this.address + offset, length);
  }

  /** One value of a field. */
  number(name: keyof L["fields"] & string, index = 0): number {
    return Number(this.array(name)[index]);
  }

  /** A copy of the whole record. */
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
