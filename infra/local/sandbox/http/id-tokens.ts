/**
 * The stand-in's id_tokens (OpenID Connect Core, 2), signed by RS256: at /accounts as Google writes them (developers.google.com/identity/openid-connect/
 * openid-connect), elsewhere as Microsoft does (learn.microsoft.com/entra/identity-platform/id-token-claims-reference). An address is an account.
 */
import { createHash, createSign, generateKeyPairSync } from "node:crypto";

/** Where the keys are. */
export const ID_KEYS_PATH = "/common/discovery/v2.0/keys";
/** The tenant in the paths of what writes as Google. */
export const ACCOUNTS = "accounts";
const KID = "sandbox-id-1";
const LASTS_SECONDS = 3_600;

/** The claims of an id_token, by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** How its id_tokens are from now on. */
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
  iss: `${origin}/${ACCOUNTS}`,
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
        ...(tenant === ACCOUNTS ? ofGoogle(origin, email) : ofMicrosoft(origin, email)),
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
