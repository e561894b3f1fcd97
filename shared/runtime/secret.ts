import * as z from "zod/mini";
import { readSecret } from "../adapters/secrets/read-secret.ts";
import { setting } from "./env.ts";

const schema = z.object({
  mongodbUri: z.string().check(z.startsWith("mongodb")),
  /** Master keys for sealing mailbox credentials: base64 of 32 bytes each, by key id; `current` seals, all unseal. */
  keyring: z.object({ current: z.string(), keys: z.record(z.string(), z.string()) }),
  /** Overrides and client credentials of the OAuth providers (infra/local/README.md, "Settings"). */
  oauth: z.record(z.string(), z.unknown()),
});

/** What the one secret holds. */
export type Secret = z.output<typeof schema>;

/** How long a secret is believed, so that a rotation lands without a deployment (S27). */
const TTL_MS = 300_000;

let cached: { readonly value: Promise<Secret>; readonly until: number } | undefined;

const read = async (): Promise<Secret> => {
  const parsed = z.safeParse(schema, JSON.parse(await readSecret(setting("SECRET_ID"))));
  if (!parsed.success)
    throw new Error(
      `the secret does not hold {mongodbUri, keyring, oauth}: see ${parsed.error.issues.map(({ path }) => path.join(".")).join(", ")}`,
    );
  return parsed.data;
};

/** The one secret, read once per environment and again after five minutes; a failed read is not remembered. */
export const secret = (): Promise<Secret> => {
  if (cached && cached.until > Date.now()) return cached.value;
  const value = read();
  cached = { value, until: Date.now() + TTL_MS };
  value.catch(() => (cached = undefined));
  return value;
};
