/** Whether a URL's host is this machine: the loopback addresses, and the name that native apps use for them (RFC 8252, 7.3 and 8.3). */
export const isLoopbackHost = (hostname: string): boolean => hostname === "127.0.0.1" || hostname === "[::1]" || hostname === "localhost";

/** A redirect URI on this machine, whose port the app learns only when it starts to listen (RFC 8252, 7.3). */
const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === "http:" && isLoopbackHost(hostname);

/**
 * The redirect URI as a URL: https, or http of this machine, without credentials and fragment. Undefined for all others: `javascript:`, `data:` and
 * private schemes, which any program can claim.
 */
export const redirectUrlOf = (text: string): URL | undefined => {
  const url = URL.parse(text);
  if (!url || text.includes("#") || url.username !== "" || url.password !== "") return undefined;
  return url.protocol === "https:" || isLoopback(url) ? url : undefined;
};

const withoutPort = (text: string): string | undefined =>
  /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(\/.*|\?.*)?$/.exec(text)?.slice(1).join("");

/** Whether a client may be answered at this URI: it is one of the client's own, letter by letter (RFC 9700, 2.1); on this machine at any port. */
export const isOwnRedirect = (own: readonly string[], text: string): boolean => {
  const url = redirectUrlOf(text);
  if (!url) return false;
  if (own.includes(text)) return true;
  const plain = isLoopback(url) ? withoutPort(text) : undefined;
  return plain !== undefined && own.some((one) => withoutPort(one) === plain);
};

/** The redirect URI with the answer's parameters; its own query stays as it is (RFC 6749, 4.1.2). */
export const answerAt = (redirectUri: string, fields: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${new URLSearchParams(given).toString()}`;
};
