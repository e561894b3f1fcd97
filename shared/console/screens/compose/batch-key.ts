/** A storage for texts that outlives a reload of the page. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const NAME = "console-batch-";
/** The service keeps a key for 24 hours. */
const KEPT_MS = 24 * 3_600_000;

/** As many letters of a digest name what a draft's batches have. */
const DIGEST_LETTERS = 40;

const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The digest of what is to be sent. */
export const digestOf = async (content: unknown): Promise<string> =>
  hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(content))));

interface Kept {
  readonly key: string;
  readonly at: number;
}

const keptIn = (store: Store, digest: string): Partial<Kept> => {
  try {
    return (JSON.parse(store.getItem(NAME + digest) ?? "{}") ?? {}) as Partial<Kept>;
  } catch {
    return {};
  }
};

/**
 * The Idempotency-Key for this content: the same until `forgetKey`, also in another tab and after a reload, so that content whose answer was lost is
 * not sent twice. The same on every device where it is a draft of the account, whose id is `draft`.
 */
export const keyFor = (store: Store, digest: string, now: number, draft = ""): string => {
  const { key, at = 0 } = keptIn(store, digest);
  if (key !== undefined && now - at < KEPT_MS) return key;
  const fresh: Kept = { key: draft === "" ? crypto.randomUUID() : `${draft}-${digest.slice(0, DIGEST_LETTERS)}`, at: now };
  store.setItem(NAME + digest, JSON.stringify(fresh));
  return fresh.key;
};

/** Forgets the key once all batches were answered: the same content sent again is a new request. */
export const forgetKey = (store: Store, digest: string): void => store.removeItem(NAME + digest);
