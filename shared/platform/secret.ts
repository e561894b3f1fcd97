import * as z from "zod/mini";
import { GetSecretValueCommand, SecretsManagerClient, type SecretsManagerClientConfig } from "@aws-sdk/client-secrets-manager";
import type { Keyring } from "./credentials.ts";
import type { Clock, Log } from "./ports.ts";

/** Reads a secret's string from AWS Secrets Manager; throws when it is absent or not readable (S27 in SECURITY.md). */
export const readSecret = async (secretId: string, options: SecretsManagerClientConfig): Promise<string> => {
  client ??= new SecretsManagerClient(options);
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
  if (SecretString === undefined) throw new Error(`the secret ${secretId} has no string value`);
  return SecretString;
};

let client: SecretsManagerClient | undefined;

/** Calls within the region normally take far less than a second; these limits are for a service that hangs. */
const CONNECT_MS = 2_000;
const REQUEST_MS = 2_000;

/**
 * Limits of an AWS SDK client: two attempts of 2 s each, so that a service that does not answer after a commit does not turn an accepted email into a
 * 5xx (AWS SDK for JavaScript, "Configure timeouts"; without `throwOnRequestTimeout` the client only warns).
 */
export const awsLimits = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS, throwOnRequestTimeout: true },
};

/** Master keys for credentials: base64 of 32 bytes each, by key id; `current` seals, all can open. */
const keyringSchema = z.object({ current: z.string(), keys: z.record(z.string(), z.string()) });

const base = {
  /** Must contain the database's name: the driver would otherwise use `test` silently. */
  mongodbUri: z.string().check(z.regex(/^mongodb(\+srv)?:\/\/[^/]+\/[^/?]+/)),
  /** Overrides and client credentials of the OAuth providers (infra/local/README.md, "Settings"). */
  oauth: z.record(z.string(), z.unknown()),
};
/** A shorter key could be guessed. */
const linkKey = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/));
const current = z.object({
  ...base,
  /** The keys that sign links, derived from the keyring (suppressions/unsubscribe.ts). */
  links: z.object({ current: z.string(), keys: z.record(z.string(), linkKey) }),
});
/** The previous version's shape; while it is stored, its keyring is used. */
const previous = z.object({ ...base, keyring: keyringSchema });

/** The content of the main secret. */
export type Secret = z.output<typeof current> | z.output<typeof previous>;

/** How long a secret is used before it is read again, ms, so that a rotation needs no deployment (S27 in SECURITY.md). */
const TTL_MS = 300_000;
/** How long after a failed read a secret is read again, ms. */
const RETRY_MS = 30_000;
/**
 * How long even a caller who asks for the stored value gets the remembered one, ms, so that a record that no key opens does not read the secret at
 * each attempt.
 */
const ANEW_MS = 5_000;

/** A stored text that no function can use; the message quotes nothing of it. */
class UnusableSecret extends Error {}

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would quote the text.
    throw new UnusableSecret("the secret is not JSON");
  }
};

const check = <T>(parsed: z.core.util.SafeParseResult<T>, shape: string): T => {
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join(".")).join(", ");
  throw new UnusableSecret(`the secret does not hold ${shape}: see ${paths}`);
};

/** Parses the main secret's text; throws an error that quotes nothing of it. */
export const parseSecret = (text: string): Secret => {
  const content = fromJson(text);
  const isPrevious = typeof content === "object" && content !== null && "keyring" in content;
  return check<Secret>(z.safeParse(isPrevious ? previous : current, content), "{mongodbUri (with the database's name), oauth, links}");
};

/** Parses the keyring's text; throws an error that quotes nothing of it. */
export const parseKeyring = (text: string): Keyring => check(z.safeParse(keyringSchema, fromJson(text)), "the keyring {current, keys}");

/** The dependencies of remembering a secret. */
export interface RememberPorts {
  readonly clock: Clock;
  readonly log: Log;
}

/** Whether an error is temporary: no answer, throttling or a server error. A refusal or an unparsable text is not (AWS SDK, "$fault"). */
const passes = (error: unknown): boolean => {
  const { name, $fault } = error as Error & { $fault?: string };
  return !(error instanceof UnusableSecret) && ($fault !== "client" || /Throttling|TooManyRequests/.test(name));
};

/**
 * Remembers the parsed result of `read` for five minutes. A failed first read is not remembered. When a later read fails or its result is malformed,
 * the known value stays in use, so that an outage of Secrets Manager does not stop running functions. With `anew` it is read again, at most every
 * five seconds.
 */
export const rememberSecret = <T>(read: () => Promise<string>, parse: (text: string) => T, { clock, log }: RememberPorts) => {
  let known: Promise<T> | undefined;
  let until = 0;
  let readAt = -Infinity;
  let failures = 0;
  return (anew = false): Promise<T> => {
    const now = clock.now().getTime();
    if (known && (anew ? now < readAt + ANEW_MS : now < until)) return known;
    readAt = now;
    const before = known;
    const value = read()
      .then(parse)
      .then((parsed) => {
        failures = 0;
        return parsed;
      });
    until = now + TTL_MS;
    known = value.catch((error: unknown) => {
      if (!before) {
        known = undefined;
        throw error;
      }
      until = clock.now().getTime() + RETRY_MS;
      failures += 1;
      if (failures === 1 && passes(error)) log.warn("the secret was not read anew; it is asked for again soon", { error });
      else log.error("the secret was not read anew; the old one stays in use", { error });
      return before;
    });
    return known;
  };
};

/** The keyring: from the main secret while that has the previous version's form, else from `own`. */
export const keyringOf = async (held: Secret, own: () => Promise<Keyring>): Promise<Keyring> => ("keyring" in held ? held.keyring : own());
