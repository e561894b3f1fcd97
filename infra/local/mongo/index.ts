import { BSON } from "mongodb";
import { arrayOn, CommandError, type Doc, FROM_WIRE, invertKey, keyOf, keysAt, notSupported } from "./value.ts";
import { compileFilter } from "./match.ts";

const SERIAL_DIGITS = 8;

/** The fixed location of a document: indexes refer to it, and an update only changes `doc`. */
export class Slot {
  /** The key of `_id`. */
  readonly id: string;
  /** The document's number in order of insertion. */
  readonly serial: number;
  /** The end of every index entry, so that equal keys are in order of insertion. */
  readonly suffix: string;
  #held: Doc | Buffer;
  constructor(id: string, serial: number, held: Doc | Buffer) {
    this.id = id;
    this.serial = serial;
    this.suffix = `\x7f${serial.toString(36).padStart(SERIAL_DIGITS, "0")}`;
    this.#held = held;
  }
  get doc(): Doc {
    if (Buffer.isBuffer(this.#held)) this.#held = BSON.deserialize(this.#held, FROM_WIRE);
    return this.#held;
  }
  set doc(doc: Doc) {
    this.#held = doc;
  }
  /** The document, or its BSON while it has not been read since it was loaded from a snapshot. */
  get held(): Doc | Buffer {
    return this.#held;
  }
}

/** The length of a slot's suffix, characters. */
export const SUFFIX_LENGTH = SERIAL_DIGITS + 1;

/** The arguments of createIndexes. */
export interface IndexSpec {
  readonly name: string;
  readonly key: Doc;
  readonly unique?: boolean;
  readonly sparse?: boolean;
  readonly expireAfterSeconds?: number;
  readonly partialFilterExpression?: Doc;
}

/** The keys of a document's fields, and the first array on each path, by field and direction; shared by the indexes of a collection. */
export type FieldKeys = Map<string, { readonly values: readonly string[]; readonly array: string | undefined }>;

interface Chunk {
  readonly keys: string[];
  readonly slots: Slot[];
}

const CHUNK = 512;

/** The content of an index: its entries in order, and its multikey paths. */
export interface IndexContent {
  readonly multikey: readonly string[];
  readonly chunks: readonly Chunk[];
}

/** The first position in a sorted list whose item is not below the key. */
const lowerBound = (length: number, below: (i: number) => boolean): number => {
  let [lo, hi] = [0, length];
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (below(mid)) lo = mid + 1;
    else hi = mid;
  }
  return lo;
};

const read = (doc: Doc, { parts, down }: { readonly parts: readonly string[]; readonly down: boolean }) => {
  const values = keysAt(doc, parts);
  return { values: down ? values.map(invertKey) : values, array: arrayOn(doc, parts) };
};

/** An index: the sorted keys of its documents, in chunks so that an insert moves at most one chunk. */
export const createIndex = (spec: IndexSpec) => {
  const fields = Object.entries(spec.key).map(([path, direction]) => {
    if (direction !== 1 && direction !== -1) throw notSupported(`index type ${JSON.stringify(direction)}`);
    return { path, parts: path.split("."), down: direction === -1, label: `${path} ${direction}` };
  });
  const includes = spec.partialFilterExpression ? compileFilter(spec.partialFilterExpression) : () => true;
  const filtered = Object.keys(spec.partialFilterExpression ?? {});
  const roots = [...new Set([...fields.map(({ path }) => path), ...filtered].map((path) => path.split(".", 1)[0] ?? ""))];
  const mayCompare = filtered.every((path) => !path.startsWith("$"));
  const chunks: Chunk[] = [];
  const multikey = new Set<string>();

  /** The last chunk that may contain the key. */
  const chunkOf = (key: string): number => Math.max(0, lowerBound(chunks.length, (i) => (chunks[i]?.keys[0] ?? "") <= key) - 1);

  /** The keys of a document in the index (without the slot's suffix); none when the index is partial or sparse and excludes it. */
  const keysFor = (doc: Doc, known: FieldKeys = new Map()): readonly string[] => {
    if (!includes(doc)) return [];
    let keys = [""];
    let first: string | undefined;
    for (const field of fields) {
      const { path, label } = field;
      const found = known.get(label) ?? read(doc, field);
      known.set(label, found);
      const { values, array } = found;
      first ??= array;
      if (array !== undefined && array !== first) throw new CommandError(171, "CannotIndexParallelArrays", "cannot index parallel arrays");
      if (values.length > 1) multikey.add(path);
      keys = values.length === 1 && keys.length === 1 ? [keys[0]! + values[0]!] : keys.flatMap((key) => values.map((value) => key + value));
    }
    if (spec.sparse && keys[0] === fields.map(({ down }) => (down ? invertKey(keyOf(null)) : keyOf(null))).join("")) return [];
    return keys;
  };
  const insert = (key: string, slot: Slot) => {
    const entry = key + slot.suffix;
    const at = chunkOf(entry);
    const chunk = chunks[at] ?? (chunks[at] = { keys: [], slots: [] });
    const place = lowerBound(chunk.keys.length, (i) => (chunk.keys[i] ?? "") < entry);
    if (place === chunk.keys.length) {
      chunk.keys.push(entry);
      chunk.slots.push(slot);
    } else {
      chunk.keys.splice(place, 0, entry);
      chunk.slots.splice(place, 0, slot);
    }
    if (chunk.keys.length <= CHUNK) return;
    const half = at === chunks.length - 1 && place === CHUNK ? CHUNK : CHUNK >> 1;
    chunks.splice(at + 1, 0, { keys: chunk.keys.splice(half), slots: chunk.slots.splice(half) });
  };
  const remove = (key: string, slot: Slot) => {
    const entry = key + slot.suffix;
    const at = chunkOf(entry);
    const chunk = chunks[at];
    const place = chunk ? lowerBound(chunk.keys.length, (i) => (chunk.keys[i] ?? "") < entry) : 0;
    if (!chunk || chunk.keys[place] !== entry) return;
    chunk.keys.splice(place, 1);
    chunk.slots.splice(place, 1);
    if (chunk.keys.length === 0) chunks.splice(at, 1);
  };
  const position = (key: string): [number, number] => {
    const at = chunkOf(key);
    const chunk = chunks[at];
    return [at, chunk ? lowerBound(chunk.keys.length, (i) => (chunk.keys[i] ?? "") < key) : 0];
  };

  return {
    spec,
    unique: spec.unique === true || spec.name === "_id_",
    fields,
    keysFor,
    /** True when this change does not move the document in the index: no value that the index reads has changed. */
    isUntouched: (before: Doc, after: Doc): boolean => mayCompare && roots.every((root) => before[root] === after[root]),
    /** Paths by which a document had several keys: the index cannot sort by them, and may return the document twice. */
    multikey: multikey as ReadonlySet<string>,
    /** Moves a document's entries: `before` or `after` is undefined when it is added or removed. */
    change: (slot: Slot, before: readonly string[], after: readonly string[]) => {
      if (before.length === 1 && after.length === 1 && before[0] === after[0]) return;
      for (const key of before) remove(key, slot);
      for (const key of after) insert(key, slot);
    },
    /** The number of entries in lo <= key < hi, without reading them. */
    count: (lo: string, hi: string): number => {
      const [[a, i], [b, j]] = [position(lo), position(hi)];
      let total = j - i;
      for (let at = a; at < b; at++) total += chunks[at]?.keys.length ?? 0;
      return Math.max(0, total);
    },
    /** The entries in lo <= key < hi, forwards or backwards. */
    *scan(lo: string, hi: string, backward = false): Generator<readonly [string, Slot]> {
      let [at, i] = position(backward ? hi : lo);
      if (backward) i--;
      for (;;) {
        const chunk = chunks[at];
        if (!chunk) return;
        const key = chunk.keys[i];
        const slot = chunk.slots[i];
        if (key === undefined || slot === undefined) {
          at += backward ? -1 : 1;
          i = backward ? (chunks[at]?.keys.length ?? 0) - 1 : 0;
          continue;
        }
        if (backward ? key < lo : key >= hi) return;
        yield [key, slot];
        i += backward ? -1 : 1;
      }
    },
    /** The current content as copies that later changes do not affect. */
    copy: (): IndexContent => ({
      multikey: [...multikey],
      chunks: chunks.map(({ keys, slots }) => ({ keys: [...keys], slots: [...slots] })),
    }),
    /** Takes the content of an equal index (`copy`) instead of building it again. */
    fill: (content: IndexContent) => {
      for (const path of content.multikey) multikey.add(path);
      for (const chunk of content.chunks) chunks.push(chunk);
    },
    /** The error E11000 in the server's wording. */
    duplicate: (namespace: string, doc: Doc): CommandError => {
      const keyValue = Object.fromEntries(
        fields.map(({ path, parts }) => [path, parts.reduce<unknown>((v, p) => (v as Doc | undefined)?.[p], doc) ?? null]),
      );
      const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${showValue(value)}`);
      const message = `E11000 duplicate key error collection: ${namespace} index: ${spec.name} dup key: { ${shown.join(", ")} }`;
      return new CommandError(11000, "DuplicateKey", message, { extra: { keyPattern: spec.key, keyValue } });
    },
  };
};
/** An index of a collection. */
export type Index = ReturnType<typeof createIndex>;

const showValue = (value: unknown): string =>
  value instanceof BSON.ObjectId ? `ObjectId('${value.toHexString()}')` : JSON.stringify(value);
