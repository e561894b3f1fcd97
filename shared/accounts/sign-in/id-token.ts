import { timingSafeEqual, verify } from "node:crypto";
import type { SignInFacts } from "#shared/providers/provider.ts";
import type { Clock } from "#shared/platform/ports.ts";
import type { IdentityProvider, Person, SigningKeys } from "./ports.ts";

/** By how much the provider's clock may differ, ms. */
const SKEW_MS = 60_000;
const TOKEN = /^([\w-]{1,1000})\.([\w-]{1,12000})\.([\w-]{1,2000})$/;
const DIRECTORY = "{tenantid}";
const DIRECTORY_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SUBJECT = /^[\x21-\x7e]{1,255}$/;
const ADDRESS = /^[\x21-\x3f\x41-\x7e]{1,64}@[a-z0-9.-]{1,189}$/;

/** An id_token that proves nothing; the message contains nothing of it. */
class IdTokenError extends Error {
  override readonly name = "IdTokenError";
}
const fail = (problem: string) => new IdTokenError(`the id_token ${problem}`);

type Claims = Readonly<Record<string, unknown>>;

const fieldsIn = (part: string): Claims => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    if (typeof value === "object" && value !== null) return { ...value };
  } catch {
    // Not JSON: as unreadable as another value.
  }
  throw fail("cannot be read");
};

/** The issuer of these claims in the form that is kept; undefined for one that is none of the provider's. */
const issuerIn = ({ issuers }: SignInFacts, { iss, tid }: Claims): string | undefined => {
  const [kept] = issuers;
  if (!kept.includes(DIRECTORY)) return issuers.some((one) => one === iss) ? kept : undefined;
  if (typeof tid !== "string" || !DIRECTORY_ID.test(tid)) return undefined;
  const own = kept.replace(DIRECTORY, tid);
  return own === iss ? own : undefined;
};

/** Whether the issuer that an answer of a provider's page names is this provider (RFC 9207, 2.4). */
export const isOfProvider = ({ issuers }: SignInFacts, iss: string): boolean =>
  issuers.some((one) => {
    const [before = "", after] = one.split(DIRECTORY);
    if (after === undefined) return one === iss;
    return iss === one || (iss.startsWith(before) && iss.endsWith(after) && DIRECTORY_ID.test(iss.slice(before.length, -after.length)));
  });

const isEqual = (one: unknown, other: string): boolean => {
  const [a, b] = [Buffer.from(typeof one === "string" ? one : ""), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** What is wrong with the claims (OpenID Connect Core, 3.1.3.7); undefined when nothing is. */
const problemIn = ({ aud, azp, exp, iat, nbf, nonce }: Claims, clientId: string, expected: string, now: number): string | undefined => {
  const isOurs = Array.isArray(aud) ? aud.length === 1 && aud[0] === clientId : aud === clientId;
  if (!isOurs || (azp !== undefined && azp !== clientId)) return "is for another client";
  if (typeof exp !== "number" || exp * 1000 + SKEW_MS <= now) return "has expired";
  const begins = [iat, ...(nbf === undefined ? [] : [nbf])];
  if (!begins.every((at) => typeof at === "number" && at * 1000 - SKEW_MS <= now)) return "is of the future";
  return isEqual(nonce, expected) ? undefined : "is for another sign-in";
};

/** Microsoft writes the claim in several forms. */
const isTrue = (value: unknown): boolean => value === true || value === "true" || value === 1 || value === "1";

const addressIn = (value: unknown): string => {
  const address = typeof value === "string" ? value.toLowerCase() : "";
  return ADDRESS.test(address) ? address : "";
};

const personIn = (facts: SignInFacts, issuer: string, claims: Claims): Person => {
  const subject = claims[facts.subject];
  if (typeof subject !== "string" || !SUBJECT.test(subject)) throw fail("names no account");
  const [first] = facts.addresses;
  const isVerified = addressIn(claims[first]) !== "" && isTrue(claims[facts.verified]);
  const address = facts.addresses.map((claim) => addressIn(claims[claim])).find((one) => one !== "") ?? "";
  const { authoritative } = facts;
  const isOwn = !authoritative || authoritative.domains.includes(address.split("@")[1] ?? "") || Boolean(claims[authoritative.hosted]);
  return { issuer, subject, address, isVerified, isProven: isVerified && isOwn };
};

/**
 * Reads an id_token: RS256 by one of the provider's keys, its issuer, this client alone as audience, its time within a minute, and the nonce of this
 * sign-in. A token of another form costs no call for keys. Throws IdTokenError, and what `keys` throws.
 */
export const readIdToken = async (
  { keys, clock }: { readonly keys: SigningKeys; readonly clock: Clock },
  { facts, clientId }: Pick<IdentityProvider, "facts" | "clientId">,
  token: string,
  nonce: string,
): Promise<Person> => {
  const [, head, claimed, signature] = TOKEN.exec(token) ?? [];
  if (head === undefined || claimed === undefined || signature === undefined) throw fail("cannot be read");
  const { alg, kid, crit } = fieldsIn(head);
  if (alg !== "RS256" || typeof kid !== "string" || crit !== undefined) throw fail("is not signed by RS256 with a named key");
  const claims = fieldsIn(claimed);
  const issuer = issuerIn(facts, claims);
  if (issuer === undefined) throw fail("is of another issuer");
  const problem = problemIn(claims, clientId, nonce, clock.now().getTime());
  if (problem !== undefined) throw fail(problem);
  const found = await keys(facts.keysUrl, kid);
  if (!found) throw fail("is signed with an unknown key");
  if (found.issuer !== undefined && found.issuer.replace(DIRECTORY, String(claims["tid"])) !== claims["iss"])
    throw fail("is signed with the key of another issuer");
  if (!verify("RSA-SHA256", Buffer.from(`${head}.${claimed}`), found.key, Buffer.from(signature, "base64url")))
    throw fail("has a wrong signature");
  return personIn(facts, issuer, claims);
};
