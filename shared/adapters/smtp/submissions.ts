import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Egress } from "../../domain/mailboxes/egress/egress.ts";
import type { SmtpAccount } from "../../domain/mailboxes/mailbox.ts";
import type { Submissions } from "../../domain/sending/ports/submission.ts";
import { smtpFailure } from "./smtp-error.ts";
import { type SmtpSession, smtpSession } from "./smtp-session.ts";
import { submission } from "./submission.ts";

/** Time limits for an SMTP server, ms. */
export interface SmtpTimeouts {
  /** For greeting, EHLO and STARTTLS together, and for the login. */
  readonly stepMs: number;
  /** For MAIL, RCPT and DATA together with the intent (RFC 5321 4.5.3.2 allows more; the send is retried). */
  readonly envelopeMs: number;
}
const TIMEOUTS: SmtpTimeouts = { stepMs: 30_000, envelopeMs: 60_000 };

/** SMTP submission by nodemailer's SMTPConnection over sockets that the egress rules opened; always with verified TLS (S1 to S4 in SECURITY.md). */
export const smtpSubmissions = (
  { openSocket, upgradeTls }: Egress<Socket, TLSSocket>,
  { stepMs, envelopeMs } = TIMEOUTS,
  ehloName = "",
): Submissions => ({
  open: async (account: SmtpAccount) => {
    let session: SmtpSession | undefined;
    let at: "connection" | "login" = "connection";
    try {
      const { host, port, proxy, secure } = account;
      const { socket } = await openSocket({ host, port, protocol: "SMTP", ...(proxy && { proxy }) });
      const way = secure === "tls" ? await upgradeTls(socket, { servername: host, port, protocol: "SMTP" }) : socket;
      session = await smtpSession(way, account, ehloName === "" ? domainOf(account) : ehloName);
      const { connection } = session;
      await session.step(stepMs, (done) => connection.connect(done));
      at = "login";
      const credentials = await credentialsOf(account);
      const isAnonymous = !connection.allowsAuth || account.auth === "none";
      // Such a server may accept us by our IP address; whether its owner said so, is asked when the mailbox is connected and tested.
      if (!isAnonymous) await session.step(stepMs, (done) => connection.login(credentials, done));
      return submission(session, envelopeMs, isAnonymous);
    } catch (error) {
      session?.destroy();
      throw smtpFailure(error, at, session?.connection.lastServerResponse);
    }
  },
});

/** The mailbox's domain, which is the login's where that is an address; undefined where neither is known. */
const domainOf = ({ domain, username }: SmtpAccount): string | undefined => {
  const name = domain ?? username.slice(username.lastIndexOf("@") + 1);
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(name) ? name : undefined;
};

/** A password, or an access token for XOAUTH2. */
const credentialsOf = async ({ username, credential }: SmtpAccount): Promise<Parameters<SMTPConnection["login"]>[0]> => {
  if ("password" in credential) return { user: username, pass: credential.password };
  const { default: XOAuth2 } = await import("nodemailer/lib/xoauth2");
  return { user: username, oauth2: new XOAuth2({ user: username, accessToken: credential.accessToken }) };
};
