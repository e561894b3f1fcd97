import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import { sessionPattern } from "#shared/accounts/auth/api-key.ts";
import { unauthorized } from "#shared/platform/errors.ts";

type Request = Pick<Event, "headers" | "cookies" | "requestContext">;

const isHttps = (headers: Event["headers"]): boolean => headers["x-forwarded-proto"] === "https";

/** The cookie's name. With `__Host-` a browser takes it from this host alone (RFC 6265bis, 4.1.3.2), and only over https. */
const cookieName = (headers: Event["headers"]): string => (isHttps(headers) ? "__Host-console" : "console");

/** The Set-Cookie header that keeps a session's token for some seconds; 0 deletes it. */
export const sessionCookie = (headers: Event["headers"], token: string, seconds: number): string =>
  `${cookieName(headers)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isHttps(headers) ? "; Secure" : ""}`;

/** The cookies of a request, each as `name=value`: API Gateway takes them out of the headers (payload format 2.0). */
export const cookiesOf = ({
  headers,
  cookies = headers["cookie"]?.split("; ") ?? [],
}: Pick<Request, "headers" | "cookies">): readonly string[] => cookies;

const cookieOf = (request: Request): string => {
  const start = `${cookieName(request.headers)}=`;
  return (
    cookiesOf(request)
      .find((cookie) => cookie.startsWith(start))
      ?.slice(start.length) ?? ""
  );
};

/**
 * Whether the console's own page made the request. Browsers say so in Sec-Fetch-Site; without that header, Origin must be this host. A request that
 * changes something also needs a header that no form and no other site can send.
 */
export const isOwn = ({ headers, requestContext: { http } }: Request): boolean => {
  const { "sec-fetch-site": site, origin } = headers;
  const isSame = site === undefined ? origin === undefined || origin.endsWith(`//${headers["host"]}`) : site === "same-origin";
  if (http.method === "GET" || http.method === "HEAD") return isSame || site === "none";
  return isSame && (site ?? origin) !== undefined && headers["x-console"] !== undefined;
};

/** The token in the session's cookie; throws 401 when there is none, or when the request is not the console's own. */
export const sessionOf = (request: Request): string => {
  const token = cookieOf(request);
  if (!sessionPattern.test(token)) throw unauthorized();
  if (!isOwn(request)) throw unauthorized("A session is for the console's own page, which sends X-Console");
  return token;
};
