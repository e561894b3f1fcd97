import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";

/** Objects outside of the database, by key: bodies that have left it (platform/mongo/moved-bodies.ts). Each method throws where the store fails. */
export interface BodyStore {
  /** Stores an object durably, or replaces it. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** An object's content; undefined when there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Deletes an object; does nothing when there is none. */
  remove(key: string): Promise<void>;
  /** The next objects whose keys begin so, in the order of their keys, up to 1,000, with the time of their last write; none: that was all. */
  list(prefix: string, after: string): Promise<readonly { readonly key: string; readonly at: Date }[]>;
}

/** What reads bodies alone. */
export type ReadBodies = Pick<BodyStore, "get">;

/** A body store that is opened at its first call, because few calls of a function need a moved body. */
export const openedLater = (open: () => Promise<BodyStore>): BodyStore => {
  let opened: Promise<BodyStore> | undefined;
  const store = () => (opened ??= open());
  return {
    put: async (key, content) => (await store()).put(key, content),
    get: async (key) => (await store()).get(key),
    remove: async (key) => (await store()).remove(key),
    list: async (prefix, after) => (await store()).list(prefix, after),
  };
};

/** The body store of a process without one: reading a moved body is an error. */
export const noBodyStore: ReadBodies = {
  get: async (key) => {
    throw new Error(`the body ${key} has left the database, and this process has no store to read it from`);
  },
};

/** The largest content, bytes: a document of MongoDB has at most 16 MB ("MongoDB Limits and Thresholds"). */
const CONTENT_MAX = 17 * 2 ** 20;
const compressed = promisify(zstdCompress);
const decompressed = promisify(zstdDecompress);

/** Compresses with zstd (RFC 8878), with a checksum, so that damaged bytes cause an error. */
export const packed = (content: Uint8Array): Promise<Uint8Array> => compressed(content, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });

/** Decompresses the result of `packed`; throws for damaged bytes, and for more content than a document may have. */
export const unpacked = (bytes: Uint8Array): Promise<Uint8Array> => decompressed(bytes, { maxOutputLength: CONTENT_MAX });

/** Maps items with at most `most` calls at once. Results are in order; the first failure rejects. */
export const mapAtOnce = async <T, R>(items: readonly T[], most: number, work: (item: T) => Promise<R>): Promise<readonly R[]> => {
  const results: R[] = [];
  const rest = items.entries();
  const worker = async () => {
    for (const [at, item] of rest) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
};
