import { createHash, createHmac, createSign, generateKeyPairSync, randomBytes, timingSafeEqual } from "node:crypto";

/** The resource that scopes without a host belong to (learn.microsoft.com/entra/identity-platform/scopes-oidc). */
export const GRAPH = "https://graph.microsoft.com";
/** The resource of all of Google's scopes: one token serves IMAP, SMTP and the APIs as far as its scopes go. */
export const GOOGLE = "https://www.googleapis.com";
const OF_GOOGLE = /^https:\/\/(?:mail\.google\.com\/|www\.googleapis\.com\/auth\/)/;

/** Scopes of OpenID Connect, which belong to no resource. */
const OPENID = new Set(["openid", "profile", "email", "offline_access"]);

/** The resource of a scope: Google's, or all before its last slash; undefined for scopes of OpenID Connect. */
export const resourceOf = (scope: string): string | undefined => {
  if (OPENID.has(scope)) return undefined;
  if (OF_GOOGLE.test(scope)) return GOOGLE;
  return scope.includes("://") ? scope.slice(0, scope.lastIndexOf("/")) : GRAPH;
};

/** A scope without its resource: `Mail.Send`, `gmail.modify`, `mail.google.com`. */
export const nameOf = (scope: string): string => scope.replace(/\/$/, "").split("/").at(-1) ?? "";

/** What an owner has allowed a client. */
export interface Consent {
  readonly email: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** What a sign-in's id_token says again. */
  readonly nonce?: string;
}

/** An authorisation code. */
export interface Code extends Consent {
  readonly redirectUri: string;
  readonly challenge?: string;
  readonly method?: string;
}

/** An access token: for one resource, with the names of its scopes. */
export interface Access {
  readonly email: string;
  readonly audience: string;
  readonly scopes: readonly string[];
}

interface Kinds {
  readonly code: Code;
  readonly refresh: Consent;
  readonly access: Access;
}

/** Makes and reads signed tokens, which need no store: with the same key they survive a restart. */
export const createTokens = (key: Buffer = randomBytes(32)) => {
  /** Tokens of an address that were made at or before these times are invalid, ms since the epoch. */
  const voidBefore = { access: new Map<string, number>(), all: new Map<string, number>() };
  const spent = new Set<string>();
  const signature = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  let last = 0;
  /** The current time in ms, but later than every time it returned before, so that a token made right after a revocation is valid. */
  const next = () => (last = Math.max(last + 1, Date.now()));

  const make = <K extends keyof Kinds>(kind: K, content: Kinds[K], seconds: number): string => {
    const made = next();
    const text = `${kind}.${Buffer.from(JSON.stringify({ ...content, made, until: Date.now() + seconds * 1000 })).toString("base64url")}`;
    return `${text}.${signature(text)}`;
  };
  const read = <K extends keyof Kinds>(kind: K, token: string): Kinds[K] | undefined => {
    const [named, content = "", signed = ""] = token.split(".");
    const right = signature(`${named}.${content}`);
    if (named !== kind || signed.length !== right.length || !timingSafeEqual(Buffer.from(signed), Buffer.from(right))) return undefined;
    const { made, until, ...rest } = JSON.parse(Buffer.from(content, "base64url").toString()) as Kinds[K] & { made: number; until: number };
    const email = (rest as unknown as Consent).email;
    const isVoid = (times: ReadonlyMap<string, number>) => made <= (times.get(email) ?? 0);
    const isWorthless = until <= Date.now() || isVoid(voidBefore.all) || (kind === "access" && isVoid(voidBefore.access));
    return isWorthless || spent.has(token) ? undefined : (rest as unknown as Kinds[K]);
  };
  return {
    make,
    read,
    /** Makes one token invalid from now on. */
    spend: (token: string) => void spent.add(token),
    /** Expires the address's access tokens now; its refresh tokens stay valid. */
    expire: (email: string) => void voidBefore.access.set(email, next()),
    /** Revokes the address's consent: all its tokens become invalid. */
    revoke: (email: string) => void voidBefore.all.set(email, next()),
  };
};

/** The tokens of a stand-in. */
export type Tokens = ReturnType<typeof createTokens>;

// The stand-in's id_tokens (OpenID Connect Core, 2), signed by RS256: at /accounts as Google writes them (developers.google.com/identity/openid-connect/
// openid-connect), elsewhere as Microsoft does (learn.microsoft.com/entra/identity-platform/id-token-claims-reference). An address is an account.

/** The path of the public keys that verify id_tokens. */
export const ID_KEYS_PATH = "/common/discovery/v2.0/keys";
/** The path segment under which the stand-in issues id_tokens in Google's form. */
export const GOOGLE_TENANT = "accounts";
const KID = "sandbox-id-1";
const LASTS_SECONDS = 3_600;

/** The claims of an id_token, by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** Test settings for the next id_tokens. */
export interface IdTokenSettings {
  /** Claims in place of the usual ones; undefined leaves one out. */
  claims: Claims;
  /** Replaces a whole token, as who forges one does. */
  forges: ((claims: Claims, sign: (claims: Claims, head?: Claims) => string) => string) | undefined;
}

/** Who has allowed which client what. */
interface Whose {
  readonly email: string;
  readonly clientId: string;
  readonly nonce?: string;
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A GUID that is always the same for the text. */
const guidOf = (text: string): string => hashOf(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
const domainOf = (email: string): string => email.split("@")[1] ?? "";

const ofGoogle = (origin: string, email: string): Claims => ({
  iss: `${origin}/${GOOGLE_TENANT}`,
  sub: BigInt(`0x${hashOf(email).slice(0, 16)}`).toString(),
  email,
  email_verified: true,
  ...(domainOf(email) !== "gmail.com" && { hd: domainOf(email) }),
});

/** An address is anybody's: that its domain's owner has verified it is said only where the application asks for `xms_edov`. */
const ofMicrosoft = (origin: string, email: string): Claims => {
  const tid = guidOf(domainOf(email));
  return {
    iss: `${origin}/${tid}/v2.0`,
    sub: hashOf(`pair ${email}`),
    oid: guidOf(email),
    tid,
    ver: "2.0",
    email,
    preferred_username: email,
  };
};

/** Makes id_tokens with keys of its own. */
export const createIdTokens = (settings: IdTokenSettings) => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const sign = (claims: Claims, head: Claims = {}): string => {
    const text = `${base64({ alg: "RS256", kid: KID, typ: "JWT", ...head })}.${base64(claims)}`;
    return `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey).toString("base64url")}`;
  };
  const jwk = { ...publicKey.export({ format: "jwk" }), kid: KID, alg: "RS256", use: "sig" };
  return {
    keys: { keys: [jwk] },
    /** An id_token of the tenant in the token endpoint's path. */
    idToken: (origin: string, tenant: string, { email, clientId, nonce }: Whose): string => {
      const iat = Math.floor(Date.now() / 1000);
      const claims = {
        ...(tenant === GOOGLE_TENANT ? ofGoogle(origin, email) : ofMicrosoft(origin, email)),
        aud: clientId,
        iat,
        exp: iat + LASTS_SECONDS,
        ...(nonce !== undefined && { nonce }),
        ...settings.claims,
      };
      return settings.forges?.(claims, sign) ?? sign(claims);
    },
  };
};

/** Makes the id_tokens of a stand-in. */
export type IdTokens = ReturnType<typeof createIdTokens>;
