import type { MailProtocol } from "../egress/egress.ts";
import type { ConnectionFailure } from "../ports.ts";

/** How TLS starts: with the connection, or by a command in plain text (RFC 8314, 3). */
export type TlsMode = "tls" | "starttls";

/** The port on which IMAP starts in plain text (RFC 8314, 3.2). */
const IMAP_STARTTLS_PORT = 143;

/** The TLS mode that a server uses at a port instead of the configured one. */
export interface WrongMode {
  readonly protocol: MailProtocol;
  readonly port: number;
  readonly speaks: TlsMode;
}

/** The configured TLS mode: SMTP has a field for it, IMAP goes by the port. */
export const tlsModeOf = ({ port, secure }: { readonly port: number; readonly secure?: TlsMode }): TlsMode =>
  secure ?? (port === IMAP_STARTTLS_PORT ? "starttls" : "tls");

/** The wrong field and what to do, for the mailbox's owner. */
export const wrongModeFailure = ({ protocol, port, speaks }: WrongMode): Pick<ConnectionFailure, "field" | "message"> => ({
  field: protocol === "SMTP" ? "smtpSecure" : "imapPort",
  message: `${protocol}: ${remedies[protocol][speaks](port)}`,
});

const remedies: Readonly<Record<MailProtocol, Readonly<Record<TlsMode, (port: number) => string>>>> = {
  SMTP: {
    tls: (port) => `the server starts with TLS at port ${port}; use tls there, or starttls at port 587`,
    starttls: (port) => `the server does not start with TLS at port ${port}; use starttls there, or tls at port 465`,
  },
  IMAP: {
    tls: (port) => `the server starts with TLS at port ${port}, where STARTTLS is usual; use its TLS port, 993`,
    starttls: (port) => `the server does not start with TLS at port ${port}; use its TLS port, 993, or STARTTLS at port 143`,
  },
};
