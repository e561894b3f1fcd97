import type { EgressProxy } from "#shared/mailboxes/mailbox.ts";

/** The mail protocols. */
export type MailProtocol = "SMTP" | "IMAP";
/** All protocols of outgoing connections; HTTP only to hosts that the operator allows. */
export type EgressProtocol = MailProtocol | "HTTPS" | "HTTP";

/** The destination of a connection, and its proxy. */
export interface EgressTarget {
  readonly host: string;
  readonly port: number;
  readonly protocol: EgressProtocol;
  /** The proxy of a dedicated IP. The operator registers it, so its address is not checked. */
  readonly proxy?: EgressProxy;
}

/** Opens a TCP connection to an address of the host, which is checked each time; rejects with MailFailure. The caller then starts TLS. */
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

/** Whether the code is one of Node's or OpenSSL's for a certificate that fails verification: chain, dates, name. */
export const isCertificateCode = (code: unknown): boolean => typeof code === "string" && CERTIFICATE_CODES.test(code);

/** Whether the error, or one of its causes, is a failed certificate verification. */
export const isCertificateProblem = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return ("code" in error && isCertificateCode(error.code)) || isCertificateProblem(error.cause);
};

/**
 * An HTTP request. `withinMs` limits everything from the name lookup to the last byte read; `readMax` limits the bytes that are read of the answer.
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

/** A server's answer; its body is cut at the limit. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * The answer with its headers, by names in lower case; the values of a repeated header are joined, or the first is kept (Node.js, "message.headers").
 */
export interface HttpCallAnswer extends HttpAnswer {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The time limit passed before an answer was read. */
export class OutOfTime extends Error {}

/**
 * The wait that a Retry-After asks for, ms: given in seconds or as a date (RFC 9110, 10.2.3), limited to 0 to `mostMs`; undefined for any other text.
 */
export const retryAfterMs = (value: HttpCallAnswer["headers"][string], now: number, mostMs: number): number | undefined => {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  const ms = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : /[A-Za-z]/.test(text) ? Date.parse(text) - now : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), mostMs);
};

/** Posts once, without redirects; rejects with OutOfTime, MailFailure, or the error that broke the connection. */
export type PostHttp = (post: HttpPost) => Promise<HttpAnswer & Partial<Pick<HttpCallAnswer, "headers">>>;

/** Sends one request with any method, without redirects; rejects as PostHttp does. */
export type CallHttp = (call: HttpCall) => Promise<HttpCallAnswer>;
