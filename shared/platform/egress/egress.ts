import type { EgressProxy } from "#shared/mailboxes/mailbox.ts";

/** The mail protocols. */
export type MailProtocol = "SMTP" | "IMAP";
/** All protocols of outgoing connections; HTTP only to what the operator allows. */
export type EgressProtocol = MailProtocol | "HTTPS" | "HTTP";

/** The destination of a connection, and its proxy. */
export interface EgressTarget {
  readonly host: string;
  readonly port: number;
  readonly protocol: EgressProtocol;
  /** The proxy of a dedicated IP; the operator registers it, so its address is not checked. */
  readonly proxy?: EgressProxy;
}

/** Opens a TCP connection to an address of the host that is checked each time; rejects with MailFailure. The caller starts TLS next. */
export type OpenSocket<Socket> = (target: EgressTarget) => Promise<{ readonly socket: Socket; readonly address: string }>;

/** Upgrades the connection to TLS 1.2 or later for this server name and port, with a verified certificate; rejects with MailFailure. */
export type UpgradeTls<Socket, TlsSocket> = (
  socket: Socket,
  options: { readonly servername: string; readonly port: number; readonly protocol: EgressProtocol },
) => Promise<TlsSocket>;

/** The functions for outgoing connections: sockets to checked addresses, and TLS with verified certificates (S1 to S4 in SECURITY.md). */
export interface Egress<Socket, TlsSocket> {
  readonly openSocket: OpenSocket<Socket>;
  readonly upgradeTls: UpgradeTls<Socket, TlsSocket>;
}

const CERTIFICATE_CODES = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|INVALID_(?:CA|PURPOSE)|PATH_LENGTH/;

/** Whether the code is Node's or OpenSSL's for a certificate that fails verification: chain, dates, name. */
export const isCertificateCode = (code: unknown): boolean => typeof code === "string" && CERTIFICATE_CODES.test(code);

/** Whether the error, or one of its causes, is a failed certificate verification. */
export const isCertificateProblem = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return ("code" in error && isCertificateCode(error.code)) || isCertificateProblem(error.cause);
};

/**
 * A request: the time limit, ms, covers everything from the name lookup to the last byte read; `readMax` limits how many bytes of the answer are read.
 */
export interface HttpCall {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly withinMs: number;
  readonly readMax: number;
}

/** A request to post. */
export type HttpPost = Omit<HttpCall, "method">;

/** A server's answer; its body up to the limit. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** The same with its headers, by their names in lower case; of one that is repeated, the values joined or the first (Node.js, "message.headers"). */
export interface HttpCallAnswer extends HttpAnswer {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The time limit passed before an answer was read. */
export class OutOfTime extends Error {}

/** What a Retry-After asks for, ms: seconds or a date (RFC 9110, 10.2.3), between 0 and `mostMs`; undefined where it says neither. */
export const retryAfterMs = (value: HttpCallAnswer["headers"][string], now: number, mostMs: number): number | undefined => {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  const ms = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : /[A-Za-z]/.test(text) ? Date.parse(text) - now : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), mostMs);
};

/** Posts once, without redirects; rejects with OutOfTime, MailFailure, or the error that broke the connection. */
export type PostHttp = (post: HttpPost) => Promise<HttpAnswer & Partial<Pick<HttpCallAnswer, "headers">>>;

/** Calls once with any method, likewise. */
export type CallHttp = (call: HttpCall) => Promise<HttpCallAnswer>;
