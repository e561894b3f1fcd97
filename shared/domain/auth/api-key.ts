import { createHash, randomBytes } from "node:crypto";
import type { ApiKey } from "./ports.ts";

/** How long a login's key lives after its last use, ms: 90 days. */
const LOGIN_KEY_UNUSED_MS = 90 * 24 * 3_600_000;

/** The only form a key has; checked before any query (S7). */
export const apiKeyPattern = /^sk_live_[0-9a-f]{64}$/;

/** A new key of 256 random bits; shown once, never stored. */
export const generateApiKey = (): string => {
  return `sk_live_${randomBytes(32).toString("hex")}`;
};

/** What is stored of a key: its SHA-256 in hex. No slow hash: 256 random bits cannot be guessed. */
export const hashApiKey = (key: string): string => {
  return createHash("sha256").update(key).digest("hex");
};

/** The last four characters, by which people tell their keys apart. */
export const lastFour = (key: string): string => {
  return key.slice(-4);
};

/** True for a login's key that nobody has used for 90 days; keys with a name never expire (contract/README.md, "Accounts and keys"). */
export const hasExpired = ({ name, createdAt, lastUsedAt = createdAt }: ApiKey, now: Date): boolean => {
  return name === undefined && now.getTime() - lastUsedAt.getTime() > LOGIN_KEY_UNUSED_MS;
};
