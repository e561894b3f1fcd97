import { createPublicKey, type JsonWebKey } from "node:crypto";
import type { SigningKey, SigningKeys } from "#shared/accounts/sign-in/begin.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import type { Clock } from "#shared/platform/ports.ts";

const WITHIN_MS = 5_000;
const READ_MAX = 131_072;
const KEYS_MAX = 50;
/** Shorter keys are not for RS256 (RFC 7518, 3.3). */
const LEAST_BITS = 2_048;
/** Keys are kept for an hour, and an unknown one asks for them again once a minute at most: strangers cause no calls. */
const KEPT_MS = 3_600_000;
const AGAIN_MS = 60_000;

const unreadable = (why: string) => new Error(`the provider's keys cannot be read: ${why}`);

/** What was cut at the limit is no JSON any more. */
const listIn = (body: Buffer): readonly (Jwk | null)[] => {
  try {
    const { keys } = JSON.parse(body.toString()) as { readonly keys?: unknown };
    if (Array.isArray(keys)) return keys.slice(0, KEYS_MAX);
  } catch {
    // Not JSON, or null: as unreadable as another document.
  }
  throw unreadable("they are no JWK Set");
};

type Jwk = JsonWebKey & { readonly kid?: unknown; readonly issuer?: unknown };
interface Kept {
  readonly keys: ReadonlyMap<string, SigningKey>;
  readonly readAt: number;
}

/** A key that signs by RS256; undefined for any other. */
const keyIn = (jwk: Jwk | null): readonly [string, SigningKey] | undefined => {
  const { kty, use = "sig", alg = "RS256", kid, issuer } = jwk ?? {};
  if (kty !== "RSA" || use !== "sig" || alg !== "RS256" || typeof kid !== "string") return undefined;
  try {
    const key = createPublicKey({ key: jwk!, format: "jwk" });
    if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_BITS) return undefined;
    return [kid, { key, ...(typeof issuer === "string" && { issuer }) }];
  } catch {
    return undefined;
  }
};

/** Reads the providers' keys (JWK Set, RFC 7517), within 5 s and 128 KiB, without redirects; remembers them. Errors name the status alone. */
export const signingKeys = ({ callHttp, clock }: { readonly callHttp: CallHttp; readonly clock: Clock }): SigningKeys => {
  const known = new Map<string, Kept>();
  const read = async (keysUrl: string): Promise<ReadonlyMap<string, SigningKey>> => {
    const request = { method: "GET", headers: { accept: "application/json" }, body: "", withinMs: WITHIN_MS, readMax: READ_MAX } as const;
    const { status, body } = await callHttp({ ...request, url: new URL(keysUrl) });
    if (status !== 200) throw unreadable(`the server answered ${status}`);
    return new Map(
      listIn(body)
        .map(keyIn)
        .filter((one) => one !== undefined),
    );
  };
  return async (keysUrl, kid) => {
    const now = clock.now().getTime();
    const kept = known.get(keysUrl);
    const age = kept === undefined ? Infinity : now - kept.readAt;
    if (kept && age <= KEPT_MS && (kept.keys.has(kid) || age <= AGAIN_MS)) return kept.keys.get(kid);
    const keys = await read(keysUrl);
    known.set(keysUrl, { keys, readAt: now });
    return keys.get(kid);
  };
};
