import type { ApiKey } from "../auth/ports.ts";
import * as z from "zod/mini";
import { invalid, type Refusal } from "#shared/platform/errors.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import type { Clock } from "#shared/platform/ports.ts";

/** The keys that OAuth clients have by a person's consent, found by their authorization codes. */
export interface Consents {
  /** The key, or the record that waits for its exchange, of a code's SHA-256. */
  findByCode(codeHash: string): Promise<ApiKey | undefined>;
  /**
   * Makes a key of the record that waits for this code, once: it gets its hash and its end. False when the code was exchanged or revoked meanwhile, or
   * has expired at `now`.
   */
  exchange(
    key: Pick<ApiKey, "id" | "userId">,
    made: Pick<ApiKey, "hash" | "last4"> & { readonly endsAt: Date },
    now: Date,
  ): Promise<boolean>;
}

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

/** Whether the client has this redirect URI: an exact string comparison (RFC 9700, 2.1), except that a loopback URI may have any port. */
export const isOwnRedirect = (own: readonly string[], text: string): boolean => {
  const url = redirectUrlOf(text);
  if (!url) return false;
  if (own.includes(text)) return true;
  const plain = isLoopback(url) ? withoutPort(text) : undefined;
  return plain !== undefined && own.some((one) => withoutPort(one) === plain);
};

/** The redirect URI with the response's parameters added to its own query (RFC 6749, 4.1.2). */
export const answerAt = (redirectUri: string, fields: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${new URLSearchParams(given).toString()}`;
};

/** An OAuth client, as its metadata document describes it. */
export interface OAuthClient {
  /** The https URL of the document. */
  readonly id: string;
  /** What it calls itself; its host where it says nothing. Anybody can write any name here: `host` says whose it is. */
  readonly name: string;
  readonly host: string;
  readonly redirectUris: readonly string[];
}

/** The longest `client_id`, characters. */
const CLIENT_ID_MAX = 2_048;
/** The longest document, bytes; the draft recommends 5 KB, and known clients have less. */
const DOCUMENT_MAX = 20_000;
/** The time for its name, connection and last byte, ms. */
const FETCH_MS = 5_000;
/** How long a document is believed, ms, and how many a process remembers. */
const BELIEVE_MS = 5 * 60_000;
const REMEMBERED = 100;
const NAME_MAX = 80;
const REDIRECTS_MAX = 50;

/**
 * The client's URL: https with a path, spelt as the URL standard writes it, so without dot segments and default ports, and without fragment and
 * credentials (draft-ietf-oauth-client-id-metadata-document, section 3). On a laptop also http of the machine itself. Undefined for any other text.
 */
export const clientUrlOf = (clientId: string): URL | undefined => {
  const url = clientId.length > CLIENT_ID_MAX ? null : URL.parse(clientId);
  if (!url || url.href !== clientId || url.pathname === "/" || clientId.includes("#")) return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname)) ? url : undefined;
};

/** The fields that are read. A client with a secret is none of these: a public document can hold none (section 4.1). */
const document = z.object({
  client_id: z.string(),
  client_name: z.optional(z.string()),
  redirect_uris: z.array(z.string().check(z.maxLength(CLIENT_ID_MAX))).check(z.minLength(1), z.maxLength(REDIRECTS_MAX)),
  token_endpoint_auth_method: z._default(z.string(), "none"),
  client_secret: z.optional(z.unknown()),
  response_types: z._default(z.array(z.string()), ["code"]),
  grant_types: z._default(z.array(z.string()), ["authorization_code"]),
});

const refuse = (message: string): Refusal => invalid({ field: "clientId", message });

/** Letters that reorder or hide a line, and control characters, would let a name look like another one. */
const plainName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, NAME_MAX)
    .toWellFormed();

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
};

/** Reads a document that was fetched from `url`; throws 400 for one that is not this client's, or not that of a public client with codes. */
const clientIn = (url: URL, body: Buffer): OAuthClient => {
  const found = z.safeParse(document, parsed(body));
  if (!found.success) throw refuse("its document is no client metadata");
  const { client_id: id, client_name: name, redirect_uris: redirectUris, ...facts } = found.data;
  if (id !== url.href) throw refuse("its document names another client_id");
  if (facts.token_endpoint_auth_method !== "none" || facts.client_secret !== undefined)
    throw refuse("its document wants a client authentication: only public clients (none) with PKCE are served");
  if (!facts.response_types.includes("code") || !facts.grant_types.includes("authorization_code"))
    throw refuse("its document does not use authorization codes");
  const shown = plainName(name ?? "");
  return { id, name: shown === "" ? url.host : shown, host: url.host, redirectUris };
};

const isJson = (type: unknown): boolean => typeof type === "string" && /^application\/(?:[\w.-]{1,60}\+)?json\s*(?:;|$)/i.test(type.trim());

const fetchClient = async (callHttp: CallHttp, url: URL): Promise<OAuthClient> => {
  const call = {
    method: "GET",
    url,
    headers: { accept: "application/json" },
    body: "",
    withinMs: FETCH_MS,
    readMax: DOCUMENT_MAX + 1,
  } as const;
  const { status, headers, body } = await callHttp(call).catch(() => {
    throw refuse("its document cannot be fetched");
  });
  if (status !== 200) throw refuse("its document is not there: it must answer 200, without a redirect");
  if (!isJson(headers["content-type"])) throw refuse("its document is not sent as application/json");
  if (body.length > DOCUMENT_MAX) throw refuse("its document is too long");
  return clientIn(url, body);
};

/** Finds the client of a `client_id`; throws 400 with the field `client_id` for one that has no valid document. */
export type FindClient = (clientId: string) => Promise<OAuthClient>;

/** Finds clients by their documents, through the egress guard, without redirects; remembers valid ones for five minutes, a hundred at most. */
export const clientsByDocument = ({ callHttp, clock }: { readonly callHttp: CallHttp; readonly clock: Clock }): FindClient => {
  const known = new Map<string, { readonly client: OAuthClient; readonly until: number }>();
  return async (clientId) => {
    const url = clientUrlOf(clientId);
    if (!url) throw refuse("must be the https URL of a client metadata document, with a path");
    const now = clock.now().getTime();
    const cached = known.get(clientId);
    if (cached && cached.until > now) return cached.client;
    const client = await fetchClient(callHttp, url);
    if (known.size >= REMEMBERED) known.clear();
    known.set(clientId, { client, until: now + BELIEVE_MS });
    return client;
  };
};
