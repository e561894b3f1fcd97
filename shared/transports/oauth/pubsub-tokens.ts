import { createPublicKey, type JsonWebKey, type KeyObject, verify } from "node:crypto";
import type { SignedBy } from "#shared/inbox/hints/take-hints.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import type { Clock } from "#shared/platform/ports.ts";

const WITHIN_MS = 5_000;
const READ_MAX = 65_536;
/** Keys are kept for an hour, and an unknown one asks for them again once a minute at most: strangers cause no calls. */
const KEPT_MS = 3_600_000;
const AGAIN_MS = 60_000;
const SKEW_MS = 60_000;
const TOKEN = /^Bearer ([\w-]{1,1000})\.([\w-]{1,3000})\.([\w-]{1,1000})$/;
const ISSUERS: ReadonlySet<unknown> = new Set(["https://accounts.google.com", "accounts.google.com"]);
const SERVICE_ACCOUNT = /^[a-z0-9-]+@([a-z][a-z0-9-]{4,28}[a-z0-9])\.iam\.gserviceaccount\.com$/;

/** Where a provider's keys are (JWK Set, RFC 7517), and for whom its tokens must be. */
export interface PubsubTokens {
  readonly callHttp: CallHttp;
  readonly clock: Clock;
  readonly keysUrl: () => Promise<string>;
  readonly audience: () => string;
}

const fieldsIn = (part: string): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
  return typeof value === "object" && value !== null ? { ...value } : {};
};

/**
 * Verifies the OIDC token of a push subscription: RS256 by one of Google's keys, its issuer, our address as audience, its time, and a service account
 * with verified address (cloud.google.com/pubsub/docs/authenticate-push-subscriptions). Returns the account's project. A token of another form, or of
 * an unknown key, costs no call and no signature.
 */
export const pubsubTokens = ({ callHttp, clock, keysUrl, audience }: PubsubTokens): SignedBy => {
  let keys = new Map<string, KeyObject>();
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async (): Promise<void> => {
    readAt = clock.now().getTime();
    const request = { method: "GET", headers: { accept: "application/json" }, body: "", withinMs: WITHIN_MS, readMax: READ_MAX } as const;
    const { status, body } = await callHttp({ ...request, url: new URL(await keysUrl()) });
    if (status !== 200) throw new Error(`the keys of Pub/Sub's tokens cannot be read: ${status}`);
    const { keys: listed = [] } = JSON.parse(body.toString()) as { readonly keys?: readonly (JsonWebKey & { readonly kid?: string })[] };
    keys = new Map(
      listed.slice(0, 20).flatMap((jwk) => (jwk.kty === "RSA" ? [[jwk.kid ?? "", createPublicKey({ key: jwk, format: "jwk" })]] : [])),
    );
  };
  const keyOf = async (kid: string): Promise<KeyObject | undefined> => {
    const age = clock.now().getTime() - readAt;
    if (age > KEPT_MS || (!keys.has(kid) && age > AGAIN_MS)) await read();
    return keys.get(kid);
  };
  return async (authorization = "") => {
    const [, head, claimed, signature] = TOKEN.exec(authorization) ?? [];
    if (head === undefined || claimed === undefined || signature === undefined) return undefined;
    try {
      const { alg, kid } = fieldsIn(head);
      const { iss, aud, exp, email, email_verified: isVerified } = fieldsIn(claimed);
      const isOurs = alg === "RS256" && ISSUERS.has(iss) && aud === audience() && isVerified === true && typeof kid === "string";
      const isInTime = typeof exp === "number" && exp * 1000 + SKEW_MS > clock.now().getTime();
      const [, project] = SERVICE_ACCOUNT.exec(typeof email === "string" ? email : "") ?? [];
      if (!isOurs || !isInTime || project === undefined) return undefined;
      const key = await keyOf(kid);
      const isSigned = key && verify("RSA-SHA256", Buffer.from(`${head}.${claimed}`), key, Buffer.from(signature, "base64url"));
      return isSigned === true ? project : undefined;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  };
};
