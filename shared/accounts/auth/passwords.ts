import { argon2, argon2Sync, randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** argon2id's cost: memory in KiB, passes, lanes (OWASP's password storage cheat sheet; S9 in SECURITY.md). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
/** scrypt's cost: the logarithm of N, the block size, lanes; 32 MiB (the same cheat sheet). */
const scryptCost = { ln: 15, r: 8, p: 3 } as const;
const SCRYPT_MEMORY_BYTES = 64 * 1024 * 1024;

const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** Longer passwords, in bytes of UTF-8, are refused, so that hashing cannot be used to waste processor time. */
const MAX_PASSWORD_BYTES = 1024;

/** The hash algorithm; its name starts each hash. */
export type Algorithm = "argon2id" | "scrypt";

const hasArgon2 = (): boolean => {
  try {
    argon2Sync("argon2id", { message: "", nonce: Buffer.alloc(SALT_BYTES), memory: 8, passes: 1, parallelism: 1, tagLength: TAG_BYTES });
    return true;
  } catch {
    return false;
  }
};

/** argon2id, or scrypt where this Node's OpenSSL is older than 3.2 and lacks argon2id (Node.js, "crypto.argon2"). */
export const ownAlgorithm: Algorithm = hasArgon2() ? "argon2id" : "scrypt";

interface StoredHash {
  readonly algorithm: Algorithm;
  /** The costs in the PHC string's order: m, t, p of argon2id; ln, r, p of scrypt. */
  readonly costs: readonly [number, number, number];
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const costsOf: Readonly<Record<Algorithm, StoredHash["costs"]>> = {
  argon2id: [cost.memory, cost.passes, cost.parallelism],
  scrypt: [scryptCost.ln, scryptCost.r, scryptCost.p],
};

const encode = ({ algorithm, costs: [a, b, c], salt, tag }: StoredHash): string => {
  const text = (part: Buffer) => part.toString("base64").replace(/=+$/, "");
  const head = algorithm === "argon2id" ? `$argon2id$v=19$m=${a},t=${b},p=${c}` : `$scrypt$ln=${a},r=${b},p=${c}`;
  return `${head}$${text(salt)}$${text(tag)}`;
};

/** The hash against which a login with an unknown email is verified, so that it takes the same time (S8 in SECURITY.md); no password matches it. */
export const dummyHash = encode({
  algorithm: ownAlgorithm,
  costs: costsOf[ownAlgorithm],
  salt: Buffer.alloc(SALT_BYTES),
  tag: Buffer.alloc(TAG_BYTES),
});

/** Hashes a password to a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash` or `$scrypt$ln=…,r=…,p=…$salt$hash`; throws RangeError above 1 KiB. */
export const hashPassword = async (password: string, algorithm = ownAlgorithm): Promise<string> => {
  const empty = { algorithm, costs: costsOf[algorithm], salt: randomBytes(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) };
  return encode({ ...empty, tag: await derive(bytes(password), empty) });
};

/** The result of `verifyPassword`. */
export interface Verdict {
  readonly ok: boolean;
  /** True when the hash differs in form from what `hashPassword` makes today. */
  readonly needsRehash: boolean;
  /** Set when the hash is by argon2id, which this Node lacks, so that no password can be verified. */
  readonly uncheckable?: true;
}

/**
 * Whether the password matches the stored hash; throws on a hash that it cannot parse. When the hash cannot be checked here, it takes as long as for
 * an unknown email, so that neither answer nor time reveals which accounts exist.
 */
export const verifyPassword = async (password: string, stored: string, algorithm = ownAlgorithm): Promise<Verdict> => {
  const hash = decode(stored);
  if (hash.algorithm === "argon2id" && ownAlgorithm !== "argon2id") {
    await derive(bytes(password), decode(dummyHash));
    return { ok: false, needsRehash: false, uncheckable: true };
  }
  const ok = timingSafeEqual(await derive(bytes(password), hash), hash.tag);
  const current = hash.algorithm === algorithm && hash.costs.every((value, index) => value === costsOf[algorithm][index]);
  return { ok, needsRehash: ok && !current };
};

const bytes = (password: string): Buffer => {
  const message = Buffer.from(password.normalize("NFKC"));
  if (message.length > MAX_PASSWORD_BYTES) throw new RangeError(`a password has at most ${MAX_PASSWORD_BYTES} bytes`);
  return message;
};

let last: Promise<unknown> = Promise.resolve();

/** Hashes one password at a time in a process: each takes 19 MiB, with scrypt 32. */
const derive = (message: Buffer, { algorithm, costs: [a, b, c], salt, tag }: StoredHash): Promise<Buffer> => {
  const hash = (done: (error: Error | null, key: Buffer) => void): void => {
    if (algorithm === "argon2id")
      argon2("argon2id", { message, nonce: salt, memory: a, passes: b, parallelism: c, tagLength: tag.length }, done);
    else scrypt(message, salt, tag.length, { N: 2 ** a, r: b, p: c, maxmem: SCRYPT_MEMORY_BYTES }, done);
  };
  const next = last.then(() => new Promise<Buffer>((resolve, reject) => hash((error, key) => (error ? reject(error) : resolve(key)))));
  last = next.catch(() => undefined);
  return next;
};

const decode = (stored: string): StoredHash => {
  const match = /^\$(argon2id\$v=19\$m|scrypt\$ln)=(\d+),[tr]=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored);
  const [, head = "", a, b, c, salt = "", tag = ""] = match ?? [];
  if (!match) throw new Error("neither an argon2id nor a scrypt hash");
  return {
    algorithm: head.startsWith("scrypt") ? "scrypt" : "argon2id",
    costs: [Number(a), Number(b), Number(c)],
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
};
