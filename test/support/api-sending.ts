/** Sending over the stand-ins for providers' HTTP interfaces, with real calls. */
import { buildMime } from "#shared/mail/write/build-mime.ts";
import type { OutgoingFile } from "#shared/mail/write/attachment-part.ts";
import type { OutgoingMessage } from "#shared/sending/ports/submission.ts";
import { createHash } from "node:crypto";
import type { ServerCertificate } from "#infra/local/certificates.ts";
import { errorBody } from "#infra/local/sandbox/gmail/answer.ts";
import type { HttpAnswer } from "#infra/local/sandbox/http/answer.ts";
import { startHttp } from "#infra/local/sandbox/http/start-http.ts";
import { GOOGLE, GRAPH } from "#infra/local/sandbox/http/tokens.ts";
import { openMailStore } from "#infra/local/sandbox/mail-store.ts";
import { httpCalls } from "#shared/platform/egress/http-posts.ts";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { upgradeTls } from "#shared/platform/egress/tls.ts";
import type { Access, ApiName } from "#shared/providers/provider.ts";
import { gmailSentFolder } from "#shared/transports/gmail/gmail-drafts.ts";
import { gmailSubmissions } from "#shared/transports/gmail/gmail-submissions.ts";
import { graphSentFolder } from "#shared/transports/graph/graph-drafts.ts";
import { graphSubmissions } from "#shared/transports/graph/graph-submissions.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";

/** Where a mailbox is at a stand-in, and with which token. */
export interface ApiServer {
  readonly api: ApiName;
  readonly access: Access;
  readonly origin: string;
  readonly email: string;
  readonly token: string;
}

/** An error as an interface words it; `code` is Graph's code, Gmail's reason. */
type ErrorOf = (status: number, code: string, message?: string) => HttpAnswer;

/** What is the same in a suite and named otherwise at each interface. */
export interface ApiNames {
  readonly type: "outlook" | "google";
  readonly service: string;
  /** The calls that create a draft and that send it. */
  readonly create: RegExp;
  readonly send: RegExp;
  /** The call that looks for an email among the sent ones. */
  readonly sentLook: RegExp;
  readonly error: ErrorOf;
  /** Its errors: over its pace, not available, and a token that is no longer good. */
  readonly tooFast: (retryAfterSeconds?: number) => HttpAnswer;
  readonly busy: HttpAnswer;
  readonly refusedToken: HttpAnswer;
  /** Its errors about one email: its size, its recipients; and a quota that asks to wait an hour, where it has one. */
  readonly size: HttpAnswer;
  readonly recipients: HttpAnswer;
  readonly quota?: HttpAnswer;
}

const waiting = (answer: HttpAnswer, seconds?: number): HttpAnswer => ({
  ...answer,
  ...(seconds !== undefined && { headers: { "retry-after": String(seconds) } }),
});

const graphError: ErrorOf = (status, code, message = "No") => ({ status, body: { error: { code, message } } });
const gmailErrorOf: ErrorOf = (status, code, message = "No") => ({ status, body: errorBody(status, code, message) });

/** Both interfaces, for suites that run over each. */
export const apis: Readonly<Record<ApiName, ApiNames>> = {
  graph: {
    type: "outlook",
    service: "Microsoft Graph",
    create: /^POST \/v1\.0\/me\/messages(?:\?|$)/,
    send: /^POST \/v1\.0\/me\/messages\/[^/]+\/send/,
    sentLook: /^GET .*sentitems/i,
    error: graphError,
    tooFast: (seconds) => waiting(graphError(429, "ApplicationThrottled"), seconds),
    busy: waiting(graphError(503, "ServiceUnavailable"), 7),
    refusedToken: graphError(401, "InvalidAuthenticationToken"),
    size: graphError(413, "ErrorMessageSizeExceeded"),
    recipients: graphError(400, "ErrorInvalidRecipients"),
    quota: graphError(400, "ErrorExceededMessageLimit"),
  },
  gmail_api: {
    type: "google",
    service: "Gmail",
    create: /^POST \/upload\/gmail\/v1\/users\/me\/drafts(?:\?|$)/,
    send: /^POST \/gmail\/v1\/users\/me\/drafts\/send/,
    sentLook: /^GET \/gmail\/v1\/users\/me\/messages\?q=.*in%3Asent/,
    error: gmailErrorOf,
    tooFast: (seconds) => waiting(gmailErrorOf(403, "userRateLimitExceeded"), seconds),
    busy: waiting(gmailErrorOf(503, "backendError"), 7),
    refusedToken: gmailErrorOf(401, "authError"),
    size: gmailErrorOf(413, "uploadTooLarge"),
    recipients: gmailErrorOf(400, "invalidArgument", "Invalid To header"),
  },
};

const call = httpCalls({ openSocket: createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*") }), upgradeTls });

/** The account of a mailbox there. */
export const apiAccountAt = ({ api, access, origin, email, token }: ApiServer): ApiAccount => ({
  api,
  apiUrl: api === "graph" ? `${origin}/v1.0` : origin,
  access,
  host: "127.0.0.1",
  port: Number(new URL(origin).port),
  username: email,
  credential: { accessToken: token },
});

/** The worker's ports for a mailbox over an interface; every call ends within `withinMs`, when given. */
export const apiPorts = (server: ApiServer, withinMs = Infinity) => {
  const callHttp: CallHttp = (one) => call({ ...one, withinMs: Math.min(one.withinMs, withinMs) });
  const account = async () => apiAccountAt(server);
  const mailAccounts = { smtp: account, imap: account, renew: async () => false, otherWay: async () => undefined };
  return {
    mailAccounts,
    submissions: server.api === "graph" ? graphSubmissions(callHttp) : gmailSubmissions(callHttp),
    sentFolder: server.api === "graph" ? graphSentFolder(callHttp) : gmailSentFolder(callHttp),
  } satisfies Partial<DeliverPorts>;
};

const scopesOf: Readonly<Record<Access, readonly string[]>> = {
  full: ["gmail.modify"],
  read_send: ["gmail.readonly", "gmail.send"],
  send: ["gmail.send"],
};

/** Starts a stand-in; `accepted` lists what it sent, one entry a message. */
export const startApiMailbox = async (api: ApiName, certificate: ServerCertificate, email: string, access: Access = "full") => {
  const store = openMailStore();
  const accepted: { messageId: string; sha256: string; from: string; rcpt: string[]; raw: Buffer }[] = [];
  const { graph, gmail } = await startHttp({
    store,
    certificate,
    deliver: ({ envelopeFrom: from, recipient, raw }) => {
      const messageId = /^Message-ID:\s*(\S+)/im.exec(raw.toString("latin1"))?.[1] ?? "";
      const sha256 = createHash("sha256").update(raw).digest("hex");
      const last = accepted.at(-1);
      if (last?.raw === raw) last.rcpt.push(recipient);
      else accepted.push({ messageId, sha256, from, rcpt: [recipient], raw });
    },
  });
  graph.settings.keepsMessageIds = true;
  const granted =
    api === "graph" ? { audience: GRAPH, scopes: ["Mail.ReadWrite", "Mail.Send"] } : { audience: GOOGLE, scopes: scopesOf[access] };
  const token = graph.tokens.make("access", { email, ...granted }, 3_600);
  return {
    ...graph,
    names: apis[api],
    history: gmail.history,
    server: { api, access, origin: graph.origin, email, token } satisfies ApiServer,
    accepted,
    store,
    drafts: () => store.folder(email, "Drafts")?.messages ?? [],
    /** Forgets what was planted, sent and drafted. */
    clear: (): void => {
      graph.faults.clear();
      accepted.splice(0);
      graph.settings.sentAfter = undefined;
      graph.settings.keepsMessageIds = true;
      const folder = store.folder(email, "Drafts");
      if (folder) store.expunge(email, folder, new Set(folder.messages.map(({ uid }) => uid)));
    },
    stop: () => graph.stop(),
  };
};

/** Sends a draft as its owner would. */
export const sendDraft = ({ server }: Pick<ApiMailbox, "server">, draftId: string) => {
  const [id] = draftId.split(".");
  const at =
    server.api === "graph"
      ? ({ path: `/v1.0/me/messages/${encodeURIComponent(draftId)}/send` } as const)
      : ({ path: "/gmail/v1/users/me/drafts/send", body: JSON.stringify({ id }) } as const);
  return fetch(`${server.origin}${at.path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.token}`, prefer: 'IdType="ImmutableId"' },
    ...("body" in at && { body: at.body }),
  });
};

/** A mailbox at a running stand-in. */
export type ApiMailbox = Awaited<ReturnType<typeof startApiMailbox>>;

/** The sender of these suites' emails. */
export const API_SENDER = "sales@contoso.test";

/** An email to one recipient and a copy, with its own names. */
export const apiMail = (files: readonly OutgoingFile[] = []) => ({
  from: { name: "Sam", email: API_SENDER },
  to: { name: "", email: "jane@there.test" },
  cc: [{ name: "", email: "Copy@there.test" }],
  subject: "Hello",
  date: new Date("2026-11-24T12:00:00Z"),
  messageId: "<0123456789abcdef01234567.00112233445566778899aabbccddeeff@contoso.test>",
  tracking: "0123456789abcdef01234567.00112233445566778899aabbccddeeff",
  references: [],
  headers: {},
  text: "Hi there",
  html: "",
  files,
});

/** The same as a worker submits it. */
export const apiMessage = (changes: Partial<OutgoingMessage> = {}, files: readonly OutgoingFile[] = []): OutgoingMessage => ({
  from: API_SENDER,
  to: ["jane@there.test", "copy@there.test"],
  raw: buildMime(apiMail(files)),
  apart: () => ({ raw: buildMime(apiMail()), files }),
  ...changes,
});
