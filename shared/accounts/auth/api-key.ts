import { createHash, randomBytes } from "node:crypto";
import type { ApiKey, KeyMode } from "./ports.ts";

/** How long a login's key stays valid after its last use, ms: 90 days. */
const LOGIN_KEY_UNUSED_MS = 90 * 24 * 3_600_000;

/** The form of an API key; checked before any query (S7 in SECURITY.md). */
export const apiKeyPattern = /^sk_(?:live|test)_[0-9a-f]{64}$/;

/** The form of a console session's token; it differs from the form of a key, so that neither can be used as the other. */
export const sessionPattern = /^session_[0-9a-f]{64}$/;

/** The form of an OAuth client's token, which is for /mcp alone: no other operation takes what has this form. */
export const oauthTokenPattern = /^mcp_(?:live|test)_[0-9a-f]{64}$/;

/** The form of an authorization code. */
export const codePattern = /^code-[0-9a-f]{64}$/;

/** A new key of 256 random bits; shown once, never stored. */
export const generateApiKey = (mode: KeyMode = "live"): string => {
  return `sk_${mode}_${randomBytes(32).toString("hex")}`;
};

/** A new console session's token of 256 random bits; never stored. */
export const generateSessionToken = (): string => {
  return `session_${randomBytes(32).toString("hex")}`;
};

/** A new token of an OAuth client, of 256 random bits; shown once, never stored. */
export const generateOAuthToken = (mode: KeyMode = "live"): string => `mcp_${mode}_${randomBytes(32).toString("hex")}`;

/** A new authorization code of 256 random bits; never stored. */
export const generateCode = (): string => `code-${randomBytes(32).toString("hex")}`;

/** The stored form of a key: its SHA-256 in hexadecimal. A slow hash is not needed, because 256 random bits cannot be guessed. */
export const hashApiKey = (key: string): string => {
  return createHash("sha256").update(key).digest("hex");
};

/** The last four characters, by which people recognise a key. */
export const lastFour = (key: string): string => {
  return key.slice(-4);
};

/** Whether a key or session has expired: at its `expiresAt`; a key of a login also after 90 days without use (api/README.md, "Accounts and keys"). */
export const hasExpired = ({ name, createdAt, lastUsedAt = createdAt, expiresAt }: ApiKey, now: Date): boolean => {
  if (expiresAt) return expiresAt <= now;
  return name === undefined && now.getTime() - lastUsedAt.getTime() > LOGIN_KEY_UNUSED_MS;
};
