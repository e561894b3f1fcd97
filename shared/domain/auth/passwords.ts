import { argon2, randomBytes, timingSafeEqual } from "node:crypto";

/** argon2id's cost: memory in KiB, passes, lanes (OWASP's password storage cheat sheet; S9). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;

const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** Passwords above this many bytes of UTF-8 are refused: a hash must not be a way to burn processor time. */
const MAX_PASSWORD_BYTES = 1024;

interface StoredHash {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const encode = ({ memory, passes, parallelism, salt, tag }: StoredHash): string => {
  const text = (part: Buffer) => part.toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`;
};

/** What an unknown email is verified against, so that it costs what a known one does (S8); no password matches it. */
export const dummyHash = encode({ ...cost, salt: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) });

/** Hashes a password to a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`; throws RangeError above 1 KiB. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  return encode({ ...cost, salt, tag: await derive(bytes(password), { ...cost, salt, tag: Buffer.alloc(TAG_BYTES) }) });
};

/** Whether the password is the stored one, and whether the hash was made at another cost; throws on a hash it cannot read. */
export const verifyPassword = async (password: string, stored: string): Promise<{ ok: boolean; needsRehash: boolean }> => {
  const hash = decode(stored);
  const ok = timingSafeEqual(await derive(bytes(password), hash), hash.tag);
  const needsRehash = hash.memory !== cost.memory || hash.passes !== cost.passes || hash.parallelism !== cost.parallelism;
  return { ok, needsRehash: ok && needsRehash };
};

const bytes = (password: string): Buffer => {
  const message = Buffer.from(password.normalize("NFKC"));
  if (message.length > MAX_PASSWORD_BYTES) throw new RangeError(`a password has at most ${MAX_PASSWORD_BYTES} bytes`);
  return message;
};

let last: Promise<unknown> = Promise.resolve();

/** One hash at a time in a process: each takes 19 MiB. */
const derive = (message: Buffer, { memory, passes, parallelism, salt, tag }: StoredHash): Promise<Buffer> => {
  const parameters = { message, nonce: salt, memory, passes, parallelism, tagLength: tag.length };
  const next = last.then(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        argon2("argon2id", parameters, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );
  last = next.catch(() => undefined);
  return next;
};

const decode = (stored: string): StoredHash => {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored);
  const [, memory, passes, parallelism, salt = "", tag = ""] = match ?? [];
  if (!match) throw new Error("not an argon2id hash");
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
};
