import type { KeyObject } from "node:crypto";
import type { OAuthProviderName } from "#shared/providers/index.ts";
import type { SignInFacts } from "#shared/providers/provider.ts";
import type { Identity, Member } from "../member.ts";

/** A provider's account as its id_token shows it. */
export interface Person extends Identity {
  /** Whether the provider has verified the address. */
  readonly isVerified: boolean;
  /** Whether the address is surely this account's today, so that it finds a member. */
  readonly isProven: boolean;
}

/** A sign-in that a browser has begun at a provider, and not ended. */
export interface BegunSignIn {
  /** SHA-256 of the secret in the browser's cookie, hexadecimal. */
  readonly hash: string;
  readonly provider: OAuthProviderName;
  /** SHA-256 of the token of the invitation that is to be accepted; absent for a member. */
  readonly invitation?: string;
}

/** The sign-ins that wait for their browser's return. */
export interface SignIns {
  /** Keeps one for `forMs` by the database's clock. */
  insert(begun: BegunSignIn, forMs: number): Promise<void>;
  /** Takes one, which works once; undefined when it is gone, has ended, or is at another provider. */
  take(hash: string, provider: OAuthProviderName): Promise<BegunSignIn | undefined>;
}

/** The members by their accounts at providers. */
export interface Identities {
  /** Who signs in with the account: nobody whose invitation is open is bound to one. */
  find(identity: Identity): Promise<Member | undefined>;
  /** Binds a member who signs in with this email to the account, once; undefined where he is bound, invited again or gone. Throws `conflict` for a bound account. */
  bind(id: string, email: string, identity: Identity): Promise<Member | undefined>;
  /** Ends the open invitation and binds whoever it is for; undefined when it is not open any more. Throws `conflict` for a bound account. */
  accept(hash: string, identity: Identity): Promise<Member | undefined>;
}

/** A key that a provider signs with, and the issuer that it is for, where the provider says so. */
export interface SigningKey {
  readonly key: KeyObject;
  readonly issuer?: string;
}

/** The key with this id at the address of a provider's keys; undefined for an unknown one. Rejects where they cannot be read. */
export type SigningKeys = (keysUrl: string, kid: string) => Promise<SigningKey | undefined>;

/** A provider at which members sign in, with this service's client. */
export interface IdentityProvider {
  readonly facts: SignInFacts;
  readonly clientId: string;
  /** The address of its page (OpenID Connect Core, 3.1.2.1). */
  pageUrl(request: {
    readonly redirectUri: string;
    readonly state: string;
    readonly nonce: string;
    readonly codeChallenge: string;
  }): string;
  /** Redeems a code; undefined where the answer has no id_token. Rejects with a reason that contains no secret. */
  redeem(grant: { readonly code: string; readonly redirectUri: string; readonly codeVerifier: string }): Promise<string | undefined>;
}

/** The providers that the operator lets people sign in with. */
export type IdentityProviders = () => Promise<ReadonlyMap<OAuthProviderName, IdentityProvider>>;
