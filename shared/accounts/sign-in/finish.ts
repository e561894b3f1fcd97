import { Refusal } from "#shared/platform/errors.ts";
import type { Clock, Ids, Log } from "#shared/platform/ports.ts";
import type { OAuthProviderName } from "#shared/providers/index.ts";
import type { Concerned } from "../audit-log.ts";
import { hashApiKey } from "../auth/api-key.ts";
import { openMemberSession } from "../auth/log-in.ts";
import type { ApiKeys, Users } from "../auth/ports.ts";
import type { Member, Members } from "../member.ts";
import { valuesOf } from "./begin.ts";
import { isOfProvider, readIdToken } from "./id-token.ts";
import type { BegunSignIn, Identities, IdentityProvider, IdentityProviders, Person, SigningKeys, SignIns } from "./ports.ts";

/**
 * Why nobody was signed in. `again`: this browser began no such sign-in, or it has ended; `denied`: the person did not allow it; `provider`: its
 * answer proves nothing, or it gave none; `unverified`: it does not vouch for the address; `nobody`: no member has the account; `invitation`: it is
 * not open any more; `taken`: another member has the account; `limit`: too many at once.
 */
const signInProblems = ["again", "denied", "provider", "unverified", "nobody", "invitation", "taken", "limit"] as const;
export type SignInProblem = (typeof signInProblems)[number];

/** A sign-in at a provider that signs nobody in. */
class SignInRefused extends Refusal {
  readonly problem: SignInProblem;
  constructor(problem: SignInProblem) {
    super("unauthorized", `The sign-in was refused: ${problem}`);
    this.problem = problem;
  }
}

/** What the browser is told of an error; throws one that is no answer to a sign-in. */
export const problemOf = (error: unknown): SignInProblem => {
  if (error instanceof SignInRefused) return error.problem;
  if (error instanceof Refusal && (error.reason === "tooManyRequests" || error.reason === "unavailable")) return "limit";
  throw error;
};

const refused = (problem: SignInProblem) => new SignInRefused(problem);

/** The ports of ending a sign-in. */
export interface FinishPorts {
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
export interface Returned {
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
export interface ReturnedSignIn extends BegunSignIn {
  readonly by: IdentityProvider;
  readonly code: string;
  readonly secret: string;
}

const DENIED: ReadonlySet<string> = new Set(["access_denied", "consent_required"]);

/** Takes the sign-in that this browser began at this provider, once; any other browser's, and an answer of another issuer, is refused. */
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
