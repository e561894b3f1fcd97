import { createHash, createHmac } from "node:crypto";

/** How long a sign-in at a provider may take, seconds. */
export const SIGN_IN_SECONDS = 600;

type Headers = Readonly<Record<string, string | undefined>>;

const isHttps = (headers: Headers): boolean => headers["x-forwarded-proto"] === "https";
/** With `__Host-` a browser takes it from this host alone (RFC 6265bis, 4.1.3.2), and only over https. */
const cookieName = (headers: Headers): string => (isHttps(headers) ? "__Host-sign-in" : "sign-in");

/** 256 random bits in hexadecimal. */
const secretPattern = /^[0-9a-f]{64}$/;

/** The Set-Cookie header that keeps a sign-in's secret; Lax, because the browser comes back from the provider's site. */
export const signInCookie = (headers: Headers, secret: string): string =>
  `${cookieName(headers)}=${secret}; Path=/; Max-Age=${SIGN_IN_SECONDS}; HttpOnly; SameSite=Lax${isHttps(headers) ? "; Secure" : ""}`;

/** The secret of the sign-in that this browser has begun. */
export const signInSecret = (headers: Headers, cookies: readonly string[]): string | undefined => {
  const start = `${cookieName(headers)}=`;
  const secret = cookies.find((one) => one.startsWith(start))?.slice(start.length) ?? "";
  return secretPattern.test(secret) ? secret : undefined;
};

/** What a sign-in is known by at its provider: all of it follows from the browser's secret, which is stored as a hash alone. */
export const valuesOf = (secret: string) => {
  const of = (what: string): string => createHmac("sha256", secret).update(what).digest("base64url");
  const codeVerifier = of("verifier");
  return {
    state: of("state"),
    nonce: of("nonce"),
    codeVerifier,
    codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url"),
  };
};
