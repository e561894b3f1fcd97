import type { EgressProxy } from "../mailbox.ts";

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
