import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import type { CallHttp, HttpCall, HttpCallAnswer } from "../../domain/mailboxes/egress/post-http.ts";
import type { GraphAccount } from "../../domain/mailboxes/mailbox.ts";
import { boundedJson } from "./bounded-json.ts";
import { graphErrorOf } from "./graph-error.ts";

/** A call to Microsoft Graph. */
export interface GraphCall {
  /** GET when absent. */
  readonly method?: HttpCall["method"];
  /** Below the service's root, such as `${mailboxPath(account)}/messages`; or a whole link that Graph gave, such as `@odata.nextLink`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, with its content type. */
  readonly body?: { readonly type: string; readonly bytes: string | Uint8Array };
  /** Preferences besides immutable ids, such as `odata.maxpagesize=50`. */
  readonly prefer?: readonly string[];
  /** The hard time limit, ms; 30 s when absent. */
  readonly withinMs?: number;
  /** The longest answer, bytes; 1 MB when absent. */
  readonly readMax?: number;
}

/** The answer is longer than it may be. */
export class AnswerTooLong extends Error {
  constructor() {
    super("the answer is too long");
  }
}

/** Calls to Graph. Both throw GraphError for an answer with an error, and MailFailure where no answer came or it is too long. */
export interface GraphClient {
  /** The answer's JSON; an empty object for an answer without a body. */
  json(account: GraphAccount, call: GraphCall): Promise<Readonly<Record<string, unknown>>>;
  /** The answer's bytes, such as a message's MIME content. */
  bytes(account: GraphAccount, call: GraphCall): Promise<Buffer>;
  /** Puts bytes to the address of an upload session, which carries its own permission (learn.microsoft.com/graph/outlook-large-attachments). */
  upload(url: string, bytes: Uint8Array, range: { readonly from: number; readonly size: number }): Promise<void>;
}

const WITHIN_MS = 30_000;
const UPLOAD_WITHIN_MS = 60_000;
const READ_MAX = 1024 * 1024;

/** Ids that survive a move to another folder (learn.microsoft.com/graph/outlook-immutable-id); the header holds for its own request alone. */
const IMMUTABLE = 'IdType="ImmutableId"';

/** The path of the mailbox: the member's own, or one that the member may use (learn.microsoft.com/graph/outlook-share-messages-folders). */
export const mailboxPath = ({ mailboxUser }: Pick<GraphAccount, "mailboxUser">): string =>
  mailboxUser === undefined ? "/me" : `/users/${encodeURIComponent(mailboxUser)}`;

/** Calls through the egress guard, without redirects, each within one deadline, reading a bounded answer. */
export const graphClient = (callHttp: CallHttp): GraphClient => {
  const answered = async (call: HttpCall): Promise<HttpCallAnswer> => {
    const answer = await callHttp(call).catch((cause: unknown) => {
      throw cause instanceof MailFailure ? cause : new MailFailure("HTTPS", "unreachable", { cause: nameOf(cause) });
    });
    if (answer.status < 200 || answer.status > 299) throw graphErrorOf(answer);
    if (answer.body.length >= call.readMax) throw new MailFailure("HTTPS", "unreachable", { cause: new AnswerTooLong() });
    return answer;
  };
  const bytes: GraphClient["bytes"] = async (account, call) => (await answered(httpCallOf(account, call))).body;
  return {
    bytes,
    json: async (account, call) => parsed(await bytes(account, call)),
    upload: async (address, body, { from, size }) => {
      const headers = {
        "content-type": "application/octet-stream",
        "content-range": `bytes ${from}-${from + body.length - 1}/${size}`,
      };
      await answered({ method: "PUT", url: secureUrl(address), headers, body, withinMs: UPLOAD_WITHIN_MS, readMax: READ_MAX });
    },
  };
};

const httpCallOf = (account: GraphAccount, call: GraphCall): HttpCall => {
  const { method = "GET", path, json, body, prefer = [], withinMs = WITHIN_MS, readMax = READ_MAX } = call;
  const sent = json === undefined ? body : { type: "application/json", bytes: JSON.stringify(json) };
  const headers = {
    authorization: `Bearer ${account.credential.accessToken}`,
    accept: "application/json, */*",
    prefer: [IMMUTABLE, ...prefer].join(", "),
    ...(sent && { "content-type": sent.type }),
  };
  return { method, url: urlOf(account, path), headers, body: sent?.bytes ?? "", withinMs, readMax };
};

/** A link in an answer is followed only below the service's root, because the token goes with it. */
const urlOf = ({ graphUrl }: GraphAccount, path: string): URL => {
  if (path.startsWith("/")) return new URL(graphUrl + path);
  const root = new URL(graphUrl);
  const link = URL.canParse(path) ? new URL(path) : undefined;
  if (link?.origin !== root.origin || !link.pathname.startsWith(`${root.pathname.replace(/\/$/, "")}/`))
    throw new MailFailure("HTTPS", "unreachable", { cause: new Error("a link leads away from the service") });
  return link;
};

/** An upload's address in plain text is taken only where the guard lets plain text through at all. */
const secureUrl = (address: string): URL => {
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return new URL(address);
  throw new MailFailure("HTTPS", "unreachable", { cause: new Error("the upload's address is not one") });
};

const parsed = (body: Buffer): Readonly<Record<string, unknown>> => {
  if (body.length === 0) return {};
  const value = boundedJson(body);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new MailFailure("HTTPS", "unreachable", { cause: new Error("the answer cannot be read") });
};

/** An error of the connection by its name and code alone: its own fields may hold the request with its token. */
const nameOf = (cause: unknown): Error =>
  cause instanceof Error ? new Error("code" in cause ? `${cause.name} ${String(cause.code)}` : cause.name) : new Error("failed");
