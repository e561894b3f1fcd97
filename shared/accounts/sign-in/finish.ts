import { timingSafeEqual, verify } from "node:crypto";
import type { SignInFacts } from "#shared/providers/provider.ts";
import type { Clock, Ids, Log } from "#shared/platform/ports.ts";
import {
  type IdentityProvider,
  type Person,
  type SigningKeys,
  type BegunSignIn,
  type Identities,
  type IdentityProviders,
  type SignIns,
  valuesOf,
} from "./begin.ts";
import { Refusal } from "#shared/platform/errors.ts";
import type { OAuthProviderName } from "#shared/providers/index.ts";
import type { Concerned } from "../audit-log.ts";
import { hashApiKey } from "../auth/api-key.ts";
import { openMemberSession } from "../auth/log-in.ts";
import type { ApiKeys, Users } from "../auth/ports.ts";
import type { Member, Members } from "../member.ts";

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

/**
 * Why nobody was signed in. `again`: this browser began no such sign-in, or it has ended; `denied`: the person did not allow it; `provider`: its
 * answer proves nothing, or it gave none; `unverified`: it does not vouch for the address; `nobody`: no member has the account; `invitation`: it is
 * not open any more; `taken`: another member has the account; `limit`: too many at once.
 */
const signInProblems = ["again", "denied", "provider", "unverified", "nobody", "invitation", "taken", "limit"] as const;
/** A code of `signInProblems`. */
export type SignInProblem = (typeof signInProblems)[number];

/** A sign-in at a provider that signs nobody in. */
class SignInRefused extends Refusal {
  readonly problem: SignInProblem;
  constructor(problem: SignInProblem) {
    super("unauthorized", `The sign-in was refused: ${problem}`);
    this.problem = problem;
  }
}

/** The error code for the sign-in page; throws errors other than a refused sign-in or a limit. */
export const problemOf = (error: unknown): SignInProblem => {
  if (error instanceof SignInRefused) return error.problem;
  if (error instanceof Refusal && (error.reason === "tooManyRequests" || error.reason === "unavailable")) return "limit";
  throw error;
};

const refused = (problem: SignInProblem) => new SignInRefused(problem);

/** The dependencies of ending a sign-in. */
interface FinishPorts {
  readonly providers: IdentityProviders;
  readonly signIns: Pick<SignIns, "take">;
  readonly identities: Identities;
  readonly members: Pick<Members, "findByEmail" | "findInvited">;
  readonly users: Pick<Users, "find" | "findByEmail">;
  readonly apiKeys: ApiKeys;
  readonly keys: SigningKeys;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly callbackOf: (provider: OAuthProviderName) => string;
}

/** What the browser comes back with from a provider's page. */
interface Returned {
  readonly provider: OAuthProviderName;
  /** The secret in its cookie. */
  readonly secret: string | undefined;
  readonly query: {
    readonly state?: string | undefined;
    readonly code?: string | undefined;
    readonly error?: string | undefined;
    /** The issuer (RFC 9207). */
    readonly iss?: string | undefined;
  };
}

/** A sign-in that its browser came back to, with a code. */
interface ReturnedSignIn extends BegunSignIn {
  readonly by: IdentityProvider;
  readonly code: string;
  readonly secret: string;
}

const DENIED: ReadonlySet<string> = new Set(["access_denied", "consent_required"]);

/**
 * Finds and deletes the sign-in that this browser began at this provider, so that it works once. Refuses another browser's sign-in, and a response of
 * another issuer.
 */
export const takeSignIn = async (
  { providers, signIns, log }: FinishPorts,
  { provider, secret, query }: Returned,
): Promise<ReturnedSignIn> => {
  const { code, error, iss } = query;
  if (secret === undefined || query.state !== valuesOf(secret).state) throw refused("again");
  const begun = await signIns.take(hashApiKey(secret), provider);
  const by = (await providers()).get(provider);
  if (!begun || !by) throw refused("again");
  if (iss !== undefined && !isOfProvider(by.facts, iss)) {
    log.warn("sign-in refused", { provider, why: "the answer is of another issuer" });
    throw refused("provider");
  }
  if (code !== undefined) return { ...begun, by, code, secret };
  throw refused(DENIED.has(error ?? "") ? "denied" : "provider");
};

/** Who it is at the provider, by an id_token for the code. */
const personOf = async (ports: FinishPorts, { by, code, secret, provider }: ReturnedSignIn): Promise<Person> => {
  const { codeVerifier, nonce } = valuesOf(secret);
  try {
    const token = await by.redeem({ code, redirectUri: ports.callbackOf(provider), codeVerifier });
    if (token === undefined) throw new Error("the answer has no id_token");
    return await readIdToken(ports, by, token, nonce);
  } catch (error) {
    ports.log.warn("sign-in refused", { provider, why: (error as Error).message });
    throw refused("provider");
  }
};

const asTaken = (error: unknown): never => {
  throw error instanceof Refusal && error.reason === "conflict" ? refused("taken") : error;
};

/** The member who signs in with the account; who signed in with a password alone so far is bound to it by his address, once. */
const memberOf = async (
  { identities, members, users }: FinishPorts,
  person: Person,
  concerns: (whom: Concerned) => void,
): Promise<Member> => {
  const concern = ({ userId, id }: Member) => concerns({ userId, memberId: id });
  const known = await identities.find(person);
  if (known) {
    concern(known);
    return known;
  }
  if (!person.isProven) throw refused("unverified");
  const [owner, member] = await Promise.all([users.findByEmail(person.address), members.findByEmail(person.address)]);
  if (owner || !member) throw refused("nobody");
  concern(member);
  const bound = await identities.bind(member.id, person.address, person).catch(asTaken);
  if (!bound) throw refused("nobody");
  return bound;
};

/** Whoever accepts the invitation with the account: it is his from then on. */
const joinedBy = async (
  { identities, members, users }: FinishPorts,
  hash: string,
  { by }: ReturnedSignIn,
  person: Person,
  concerns: (whom: Concerned) => void,
): Promise<Member> => {
  const invited = await members.findInvited(hash);
  if (!invited) throw refused("invitation");
  const { userId, id } = invited;
  concerns({ userId, memberId: id, resourceId: id });
  if ((await users.find(userId))?.lockedAt) throw refused("invitation");
  if (!person.isVerified && !by.facts.takesUnverified) throw refused("unverified");
  const joined = await identities.accept(hash, person).catch(asTaken);
  if (!joined) throw refused("invitation");
  return joined;
};

/** Ends a sign-in with a session of the member, whose token it returns; throws SignInRefused. */
export const finishSignIn = async (ports: FinishPorts, begun: ReturnedSignIn, concerns: (whom: Concerned) => void): Promise<string> => {
  const person = await personOf(ports, begun);
  concerns({ email: hashApiKey(`${person.issuer} ${person.subject}`) });
  const { invitation } = begun;
  const member =
    invitation === undefined ? await memberOf(ports, person, concerns) : await joinedBy(ports, invitation, begun, person, concerns);
  const session = await openMemberSession(ports, member);
  if (!session) throw refused("nobody");
  concerns({ keyId: session.id });
  return session.token;
};
