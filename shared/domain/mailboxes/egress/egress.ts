import type { EgressProxy } from "../mailbox.ts";

/** The protocol that a connection is for. */
export type MailProtocol = "SMTP" | "IMAP";
/** The protocols of every way out: HTTP is for what an operator allows. */
export type EgressProtocol = MailProtocol | "HTTPS" | "HTTP";

/** Where a connection shall go, and through which proxy. */
export interface EgressTarget {
  readonly host: string;
  readonly port: number;
  readonly protocol: EgressProtocol;
  /** The proxy of a dedicated IP; the operator registers it, so its own address is not checked. */
  readonly proxy?: EgressProxy;
}

/** Opens a TCP connection to a checked address of the host, checked anew each time; rejects with MailFailure. TLS is the caller's next step. */
export type OpenSocket<Socket> = (target: EgressTarget) => Promise<{ readonly socket: Socket; readonly address: string }>;

/** Upgrades the connection to TLS 1.2 or later for this server name and port, certificate verified; rejects with MailFailure. */
export type UpgradeTls<Socket, TlsSocket> = (
  socket: Socket,
  options: { readonly servername: string; readonly port: number; readonly protocol: EgressProtocol },
) => Promise<TlsSocket>;

/** The ways out: sockets to checked addresses, TLS with verified certificates (S1 to S4). */
export interface Egress<Socket, TlsSocket> {
  readonly openSocket: OpenSocket<Socket>;
  readonly upgradeTls: UpgradeTls<Socket, TlsSocket>;
}

const CERTIFICATE_CODES = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|INVALID_(?:CA|PURPOSE)|PATH_LENGTH/;

/** Whether this is one of Node's and OpenSSL's words for a certificate that does not verify: chain, dates, name. */
export const isCertificateCode = (code: unknown): boolean => typeof code === "string" && CERTIFICATE_CODES.test(code);

/** Whether the error, or one that it was caused by, says that a certificate does not verify. */
export const isCertificateProblem = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return ("code" in error && isCertificateCode(error.code)) || isCertificateProblem(error.cause);
};
