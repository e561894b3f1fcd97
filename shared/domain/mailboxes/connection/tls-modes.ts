import type { MailProtocol } from "../egress/egress.ts";
import type { ConnectionFailure } from "../ports.ts";

/** How TLS begins: with the connection, or by a command in plain text (RFC 8314, 3). */
export type TlsMode = "tls" | "starttls";

/** The port on which IMAP begins in plain text (RFC 8314, 3.2). */
const IMAP_STARTTLS_PORT = 143;

/** What a server does instead of what it was asked for, at which port. */
export interface WrongMode {
  readonly protocol: MailProtocol;
  readonly port: number;
  readonly speaks: TlsMode;
}

/** How a connection asks for TLS: SMTP has a field for it, IMAP goes by the port. */
export const tlsModeOf = ({ port, secure }: { readonly port: number; readonly secure?: TlsMode }): TlsMode =>
  secure ?? (port === IMAP_STARTTLS_PORT ? "starttls" : "tls");

/** The field at fault and what to do, in words for the mailbox's owner. */
export const wrongModeFailure = ({ protocol, port, speaks }: WrongMode): Pick<ConnectionFailure, "field" | "message"> => ({
  field: protocol === "SMTP" ? "smtpSecure" : "imapPort",
  message: `${protocol}: ${remedies[protocol][speaks](port)}`,
});

const remedies: Readonly<Record<MailProtocol, Readonly<Record<TlsMode, (port: number) => string>>>> = {
  SMTP: {
    tls: (port) => `the server begins with TLS at port ${port}; use tls there, or starttls at port 587`,
    starttls: (port) => `the server does not begin with TLS at port ${port}; use starttls there, or tls at port 465`,
  },
  IMAP: {
    tls: (port) => `the server begins with TLS at port ${port}, where STARTTLS is usual; use its TLS port, 993`,
    starttls: (port) => `the server does not begin with TLS at port ${port}; use its TLS port, 993, or STARTTLS at port 143`,
  },
};
