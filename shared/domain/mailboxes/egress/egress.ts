import type { EgressProxy } from "../mailbox.ts";

/** Why a connection was not made; no finer, so that an error is no port scanner's answer (S3). */
export type EgressReason = "blocked" | "unreachable" | "certificate";

/** The protocol that a connection is for. */
export type MailProtocol = "SMTP" | "IMAP";

const texts: Record<EgressReason, string> = {
  blocked: "server's address or port is not allowed",
  unreachable: "server cannot be reached",
  certificate: "server's certificate cannot be verified",
};

/** A connection to a mail server that was refused by policy or failed; its message holds neither addresses nor the network's own error. */
export class EgressError extends Error {
  readonly reason: EgressReason;
  readonly protocol: MailProtocol;
  constructor(reason: EgressReason, protocol: MailProtocol, options?: ErrorOptions) {
    super(`The ${protocol} ${texts[reason]}`, options);
    this.name = "EgressError";
    this.reason = reason;
    this.protocol = protocol;
  }
}

/** Where a connection shall go, and through which proxy. */
export interface EgressTarget {
  readonly host: string;
  readonly port: number;
  readonly protocol: MailProtocol;
  /** The proxy of a dedicated IP; the operator registers it, so its own address is not checked. */
  readonly proxy?: EgressProxy;
}

/** Opens a TCP connection to a checked address of the host, checked anew each time; rejects with EgressError. TLS is the caller's next step. */
export type OpenSocket<Socket> = (target: EgressTarget) => Promise<{ readonly socket: Socket; readonly address: string }>;

/** Upgrades the connection to TLS 1.2 or later for this server name, certificate verified; rejects with EgressError. */
export type UpgradeTls<Socket, TlsSocket> = (
  socket: Socket,
  options: { readonly servername: string; readonly protocol: MailProtocol },
) => Promise<TlsSocket>;

/** Whether the error, or one that it was caused by, says that a certificate does not verify (Node's and OpenSSL's words: chain, dates, name). */
export const isCertificateProblem = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return certificateCodes.test(code) || isCertificateProblem(error.cause);
};

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|INVALID_(?:CA|PURPOSE)|PATH_LENGTH/;
