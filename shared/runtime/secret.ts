import * as z from "zod/mini";
import { readSecret } from "../adapters/secrets/read-secret.ts";
import type { Clock, Log } from "../domain/ports.ts";
import { awsLimits } from "./aws-limits.ts";
import { setting } from "./env.ts";
import { log } from "./log.ts";
import { clock } from "./system.ts";

const schema = z.object({
  /** With the database's name: the driver would otherwise take `test` without a word. */
  mongodbUri: z.string().check(z.regex(/^mongodb(\+srv)?:\/\/[^/]+\/[^/?]+/)),
  /** Master keys for sealing mailbox credentials: base64 of 32 bytes each, by key id; `current` seals, all unseal. */
  keyring: z.object({ current: z.string(), keys: z.record(z.string(), z.string()) }),
  /** Overrides and client credentials of the OAuth providers (infra/local/README.md, "Settings"). */
  oauth: z.record(z.string(), z.unknown()),
});

/** What the one secret holds. */
export type Secret = z.output<typeof schema>;

/** How long a secret is believed, so that a rotation lands without a deployment (S27). */
const TTL_MS = 300_000;
/** When a secret that could not be read anew is asked for again. */
const RETRY_MS = 30_000;

const parse = (text: string): Secret => {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text.
    throw new Error("the secret is not JSON");
  }
  const parsed = z.safeParse(schema, content);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join(".")).join(", ");
  throw new Error(`the secret does not hold {mongodbUri (with the database's name), keyring, oauth}: see ${paths}`);
};

/**
 * Remembers what `read` answers for five minutes. A failed first read is not remembered; a failed or malformed later one leaves what is
 * known in use, for a Secrets Manager that is away must not stop what runs.
 */
export const rememberSecret = (read: () => Promise<string>, { clock, log }: { readonly clock: Clock; readonly log: Log }) => {
  let known: Promise<Secret> | undefined;
  let until = 0;
  return (): Promise<Secret> => {
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

/** The one secret, read once per environment and again after five minutes. */
export const secret = /* @__PURE__ */ rememberSecret(() => readSecret(setting("SECRET_ID"), awsLimits), { clock, log });
