import { createHash, randomBytes } from "node:crypto";

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
