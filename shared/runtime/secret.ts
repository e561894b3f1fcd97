import * as z from "zod/mini";
import type { Keyring } from "../domain/mailboxes/credentials/seal.ts";
import type { Clock, Log } from "../domain/ports.ts";

/** Master keys for sealing credentials: base64 of 32 bytes each, by key id; `current` seals, all unseal. */
const keyringSchema = z.object({ current: z.string(), keys: z.record(z.string(), z.string()) });

const base = {
  /** With the database's name: the driver would otherwise take `test` without a word. */
  mongodbUri: z.string().check(z.regex(/^mongodb(\+srv)?:\/\/[^/]+\/[^/?]+/)),
  /** Overrides and client credentials of the OAuth providers (infra/local/README.md, "Settings"). */
  oauth: z.record(z.string(), z.unknown()),
};
/** A key of another length would be one that can be guessed. */
const linkKey = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/));
const current = z.object({
  ...base,
  /** The keys that sign links, derived from the keyring (domain/suppressions/unsubscribe-token.ts). */
  links: z.object({ current: z.string(), keys: z.record(z.string(), linkKey) }),
});
/** The shape of the version before; while it is stored, its keyring is the one that counts. */
const previous = z.object({ ...base, keyring: keyringSchema });

/** What the main secret holds. */
export type Secret = z.output<typeof current> | z.output<typeof previous>;

/** How long a secret is believed, so that a rotation lands without a deployment (S27). */
const TTL_MS = 300_000;
/** When a secret that could not be read anew is asked for again. */
const RETRY_MS = 30_000;

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text.
    throw new Error("the secret is not JSON");
  }
};

const check = <T>(parsed: z.core.util.SafeParseResult<T>, shape: string): T => {
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join(".")).join(", ");
  throw new Error(`the secret does not hold ${shape}: see ${paths}`);
};

/** Reads the main secret's text; throws an error that quotes nothing of it. */
export const parseSecret = (text: string): Secret => {
  const content = fromJson(text);
  const isPrevious = typeof content === "object" && content !== null && "keyring" in content;
  return check<Secret>(z.safeParse(isPrevious ? previous : current, content), "{mongodbUri (with the database's name), oauth, links}");
};

/** Reads the keyring's text; throws an error that quotes nothing of it. */
export const parseKeyring = (text: string): Keyring => check(z.safeParse(keyringSchema, fromJson(text)), "the keyring {current, keys}");

/** The ports of remembering a secret. */
export interface RememberPorts {
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Remembers what `read` answers, parsed, for five minutes. A failed first read is not remembered; a failed or malformed later one leaves what is
 * known in use, for a Secrets Manager that is away must not stop what runs.
 */
export const rememberSecret = <T>(read: () => Promise<string>, parse: (text: string) => T, { clock, log }: RememberPorts) => {
  let known: Promise<T> | undefined;
  let until = 0;
  return (): Promise<T> => {
    const now = clock.now().getTime();
    if (known && now < until) return known;
    const before = known;
    const value = read().then(parse);
    until = now + TTL_MS;
    known = value.catch((error: unknown) => {
      if (!before) {
        known = undefined;
        throw error;
      }
      until = clock.now().getTime() + RETRY_MS;
      log.error("the secret was not read anew; the old one stays in use", { error });
      return before;
    });
    return known;
  };
};

/** The keyring of the main secret while that has the shape of the version before, else what `own` reads. */
export const keyringOf = async (held: Secret, own: () => Promise<Keyring>): Promise<Keyring> => ("keyring" in held ? held.keyring : own());
