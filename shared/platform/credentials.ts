import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** One sealed value of a record, for key rotation. */
interface SealedField {
  readonly recordId: string;
  readonly userId: string;
  readonly field: string;
  readonly sealed: string;
}

/** A collection that holds sealed values (S12 in SECURITY.md). */
export interface SealedRecords {
  /** Its name in the report. */
  readonly name: string;
  /** The sealed values of up to `limit` records with ids after `after`, in the order of ids, and the id to continue from. */
  page(after: string | undefined, limit: number): Promise<{ readonly fields: readonly SealedField[]; readonly last: string | undefined }>;
  /** Replaces a sealed value, unless it has changed since it was read. */
  replace(field: SealedField, sealed: string): Promise<boolean>;
}

/** Master keys by key id, 32 bytes each in base64; `current` seals, the rest only open (S12 in SECURITY.md). */
export interface Keyring {
  readonly current: string;
  readonly keys: Readonly<Record<string, string>>;
}

/** The place of a sealed value; a value cannot be opened at another place (S11 in SECURITY.md). */
export interface SealBinding {
  readonly userId: string;
  /** The mailbox's id, or the dedicated IP's. */
  readonly recordId: string;
  /** The field's name in the record. */
  readonly field: string;
}

/** Reads the keyring; with `anew` the stored one instead of the one that this process remembers. */
export type ReadKeyring = (anew?: boolean) => Promise<Keyring>;

/**
 * Opens sealed values. When the remembered keyring lacks their key, tries once more with the stored keyring, because another process may have used a
 * newer key.
 */
export const openedBy = async <T>(keyring: ReadKeyring, open: (keyring: Keyring) => T): Promise<T> => {
  try {
    return open(await keyring());
  } catch (error) {
    if (!(error instanceof SealError && error.reason === "unknown_key")) throw error;
    return open(await keyring(true));
  }
};

/** A secret that cannot be sealed or opened; the error contains no part of it. */
export class SealError extends Error {
  readonly reason: "malformed" | "unknown_key" | "tampered";
  constructor(reason: SealError["reason"], options?: ErrorOptions) {
    super(`sealed value: ${reason}`, options);
    this.name = "SealError";
    this.reason = reason;
  }
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const form = /^v1\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

/**
 * Seals a secret with a random data key, which the current master key wraps (AES-256-GCM, random 96-bit nonces). The result is `v1.kid.wrapped
 * key.ciphertext` in base64url; both parts are nonce, ciphertext, tag.
 */
export const seal = (keyring: Keyring, binding: SealBinding, secret: string): string => {
  const kid = keyring.current;
  const aad = additionalData(binding, kid);
  const dataKey = randomBytes(KEY_BYTES);
  const wrapped = encrypt(masterKey(keyring, kid), aad, dataKey);
  return `v1.${kid}.${wrapped.toString("base64url")}.${encrypt(dataKey, aad, Buffer.from(secret)).toString("base64url")}`;
};

/** Opens what `seal` made for the same binding; throws SealError for anything else, clear text included. */
export const unseal = (keyring: Keyring, binding: SealBinding, sealed: string): string => {
  const { kid, wrapped, data } = parse(sealed);
  const aad = additionalData(binding, kid);
  return decrypt(decrypt(masterKey(keyring, kid), aad, wrapped), aad, data).toString();
};

/** Whether the value is sealed with another key than the current one. */
export const needsReseal = (keyring: Keyring, sealed: string): boolean => {
  return parse(sealed).kid !== keyring.current;
};

const parse = (sealed: string) => {
  const [, kid, wrapped, data] = form.exec(sealed) ?? [];
  if (kid === undefined || wrapped === undefined || data === undefined) throw new SealError("malformed");
  return { kid, wrapped: Buffer.from(wrapped, "base64url"), data: Buffer.from(data, "base64url") };
};

const masterKey = (keyring: Keyring, kid: string): Buffer => {
  const key = Buffer.from(Object.hasOwn(keyring.keys, kid) ? (keyring.keys[kid] ?? "") : "", "base64");
  if (key.length !== KEY_BYTES) throw new SealError("unknown_key");
  return key;
};

/** A key for a single purpose, derived from a master key (RFC 5869). Throws SealError when the keyring has no such key. */
export const derivedKey = (keyring: Keyring, kid: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", masterKey(keyring, kid), "", purpose, KEY_BYTES));

/** `user|record|field|kid`; throws when a part contains the separator, because it could pass for another binding. */
const additionalData = ({ userId, recordId, field }: SealBinding, kid: string): Buffer => {
  const parts = [userId, recordId, field, kid];
  if (!parts.every((part) => /^[A-Za-z0-9_.-]+$/.test(part))) throw new SealError("malformed");
  return Buffer.from(parts.join("|"));
};

const encrypt = (key: Buffer, aad: Buffer, clear: Buffer): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES }).setAAD(aad);
  return Buffer.concat([nonce, cipher.update(clear), cipher.final(), cipher.getAuthTag()]);
};

const decrypt = (key: Buffer, aad: Buffer, box: Buffer): Buffer => {
  if (box.length < NONCE_BYTES + TAG_BYTES) throw new SealError("malformed");
  const decipher = createDecipheriv("aes-256-gcm", key, box.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(aad).setAuthTag(box.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new SealError("tampered", { cause });
  }
};

/** The result of `reseal` for one collection. */
export interface ResealReport {
  readonly collection: string;
  /** How many values were sealed again with the current key. */
  readonly resealed: number;
  /** How many were already sealed with the current key. */
  readonly current: number;
  /** How many changed during the run; another run checks them again. */
  readonly changed: number;
  /** The values that cannot be opened, because their key is missing or they are damaged. */
  readonly failed: readonly { readonly recordId: string; readonly field: string; readonly reason: string }[];
}

const PAGE = 200;

/**
 * Seals every secret of the collections with the keyring's current key (S12 in SECURITY.md). It can be interrupted and run again at any time, and
 * skips what is done. Old keys may be removed from the keyring after a run that resealed nothing, found nothing changed and failed nowhere.
 */
export const reseal = async (keyring: Keyring, collections: readonly SealedRecords[]): Promise<readonly ResealReport[]> => {
  const reports: ResealReport[] = [];
  for (const collection of collections) reports.push(await resealCollection(keyring, collection));
  return reports;
};

const resealCollection = async (keyring: Keyring, records: SealedRecords): Promise<ResealReport> => {
  const counts = { resealed: 0, current: 0, changed: 0 };
  const failed: { recordId: string; field: string; reason: string }[] = [];
  let after: string | undefined;
  for (;;) {
    const { fields, last } = await records.page(after, PAGE);
    for (const field of fields) {
      const outcome = await resealField(keyring, records, field);
      if (outcome in counts) counts[outcome as keyof typeof counts] += 1;
      else failed.push({ recordId: field.recordId, field: field.field, reason: outcome });
    }
    if (last === undefined) return { collection: records.name, ...counts, failed };
    after = last;
  }
};

const resealField = async (
  keyring: Keyring,
  records: SealedRecords,
  stored: SealedField,
): Promise<keyof ResealReport | SealError["reason"]> => {
  const { userId, recordId, field, sealed } = stored;
  const binding = { userId, recordId, field };
  try {
    if (!needsReseal(keyring, sealed)) return "current";
    const anew = seal(keyring, binding, unseal(keyring, binding, sealed));
    return (await records.replace(stored, anew)) ? "resealed" : "changed";
  } catch (error) {
    if (error instanceof SealError) return error.reason;
    throw error;
  }
};
