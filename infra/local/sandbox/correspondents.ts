import type { Tokens } from "./graph/tokens.ts";
import { simpleParser, type ParsedMail } from "mailparser";
import { createTransport } from "nodemailer";
import type { SentMessageInfo } from "nodemailer/lib/smtp-pool";

/** The secret that a client logs in with: a password, or an OAuth access token for XOAUTH2. */
export interface Secret {
  readonly password?: string | null | undefined;
  readonly accessToken?: string | null | undefined;
}

/** Whether the user may log in with the secret; a token of Microsoft's kind needs the scope. */
export type Accepts = (user: string, secret: Secret, scope: "SMTP.Send" | "IMAP.AccessAsUser.All") => boolean;

/** The resources whose tokens open mail servers: Microsoft's (learn.microsoft.com, "Authenticate … using OAuth") and Google's. */
const OUTLOOK = "https://outlook.office.com";
const GOOGLE = "https://mail.google.com";

/** Mailboxes for everybody who is signed in, as shared mailboxes are for their members. */
export const isShared = (address: string): boolean => address.toLowerCase().startsWith("shared.");

/** Whether the address's tenant has SMTP AUTH and IMAP switched off, so that only Graph reaches it: any at a domain that begins with `graph-only.`. */
export const isGraphOnly = (address: string): boolean => /@graph-only\./i.test(address);

/** The reply of a tenant with SMTP AUTH switched off (learn.microsoft.com/exchange/…/authenticated-client-smtp-submission). */
export const SMTP_IS_OFF =
  "5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant. Visit https://aka.ms/smtp_auth_disabled for more information.";

/** Logins with the sandbox's password, or with a token of its OAuth server. */
export const createAccepts =
  (password: string, tokens: Pick<Tokens, "read">): Accepts =>
  (user, secret, scope) => {
    if (!user.includes("@")) return false;
    if (typeof secret.accessToken !== "string") return secret.password === password;
    const access = tokens.read("access", secret.accessToken);
    if (!access || (access.email !== user.toLowerCase() && !isShared(user))) return false;
    return access.audience === GOOGLE || (access.audience === OUTLOOK && access.scopes.includes(scope));
  };

/** What the sandbox does with mail for an address. */
export type Behaviour = "reply" | "bounce" | "away" | "refuse" | "later";

/**
 * The behaviours by the start of an address's local part; `button` labels an answer that the viewer can request from anybody. All other addresses
 * just receive.
 */
export const behaviours: Readonly<Record<string, { readonly behaviour: Behaviour; readonly does: string; readonly button?: string }>> = {
  reply: { behaviour: "reply", does: "replies after a second, quoting the email", button: "Reply" },
  bounce: { behaviour: "bounce", does: "is accepted, and bounces with a delivery report: mailbox unavailable", button: "Bounce" },
  away: { behaviour: "away", does: "sends an out-of-office notice", button: "Out of office" },
  auto: { behaviour: "away", does: "sends an out-of-office notice too" },
  refuse: { behaviour: "refuse", does: "is refused at once: 550, no such user" },
  later: { behaviour: "later", does: "is deferred: 451, try again later" },
};

/** The behaviour of an address: `reply.jane@any.test` answers, `refuse@any.test` is unknown, and so on. */
const behaviourOf = (address: string): Behaviour | undefined =>
  Object.entries(behaviours).find(([prefix]) => address.toLowerCase().startsWith(prefix))?.[1].behaviour;

/** The refusal of a RCPT TO for this address; undefined when it is accepted. */
export const refusalOf = (address: string): { code: number; text: string } | undefined =>
  ({
    refuse: { code: 550, text: "5.1.1 no such user here" },
    later: { code: 451, text: "4.3.0 try again later" },
  })[behaviourOf(address) as string];

/** An accepted message on its way to one correspondent. */
export interface Delivery {
  readonly envelopeFrom: string;
  readonly recipient: string;
  readonly raw: Buffer;
}

/** The delay of answers, ms: more than a second, because mail dates have whole seconds and an answer must not look older than its question. */
const ANSWER_DELAY_MS = 1_300;

const quoteText = (mail: ParsedMail) => (mail.text ?? "").trimEnd().replace(/^/gm, "> ");
const stamp = (date: Date) => {
  const day = date.toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  return `${day} at ${date.toISOString().slice(11, 16)}`;
};

const replyTo = (mail: ParsedMail, { recipient, envelopeFrom }: Delivery) => {
  const author = mail.from?.text ?? envelopeFrom;
  const attribution = `On ${stamp(mail.date ?? new Date())}, ${author} wrote:`;
  const escaped = attribution.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const original = mail.html === false ? (mail.textAsHtml ?? "") : mail.html;
  return {
    from: recipient,
    to: mail.replyTo?.value[0]?.address ?? mail.from?.value[0]?.address ?? envelopeFrom,
    subject: /^re:/i.test(mail.subject ?? "") ? mail.subject : `Re: ${mail.subject ?? ""}`,
    text: `Thanks for your message, that works for me.\n\n${attribution}\n\n${quoteText(mail)}\n`,
    html:
      `<div dir="ltr">Thanks for your message, that works for me.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escaped}<br></div>` +
      `<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${original}</blockquote></div>`,
    ...threading(mail),
  };
};

const threading = (mail: ParsedMail) => {
  if (mail.messageId === undefined) return {};
  return { inReplyTo: mail.messageId, references: [mail.references ?? [], mail.messageId].flat() };
};

const awayNotice = (mail: ParsedMail, { recipient, envelopeFrom }: Delivery) => ({
  from: recipient,
  to: envelopeFrom,
  subject: `Automatic reply: ${mail.subject ?? ""}`,
  text: "I am out of the office until Monday and will read your message then.\n",
  headers: { "Auto-Submitted": "auto-replied" },
  ...threading(mail),
});

/** A delivery-status report, RFC 3464, with the null return path of RFC 5321 4.5.5. */
const bounceReport = ({ recipient, envelopeFrom, raw }: Delivery) => {
  const boundary = `report-${Date.now().toString(36)}`;
  const end = raw.indexOf("\r\n\r\n");
  const originalHeader = raw.subarray(0, end < 0 ? raw.length : end + 2).toString("latin1");
  const now = new Date().toUTCString().replace("GMT", "+0000");
  const report = [
    "From: Mail Delivery System <MAILER-DAEMON@sandbox.test>",
    `To: <${envelopeFrom}>`,
    "Subject: Undelivered Mail Returned to Sender",
    `Date: ${now}`,
    `Message-ID: <${crypto.randomUUID()}@sandbox.test>`,
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    "",
    `--${boundary}`,
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "I'm sorry to have to inform you that your message could not be delivered.",
    "",
    `<${recipient}>: host mx.sandbox.test said: 550 5.1.1 mailbox unavailable`,
    "",
    `--${boundary}`,
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.sandbox.test",
    `Arrival-Date: ${now}`,
    "",
    `Final-Recipient: rfc822; ${recipient}`,
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 mailbox unavailable",
    "",
    `--${boundary}`,
    "Content-Type: text/rfc822-headers",
    "",
    originalHeader,
    `--${boundary}--`,
    "",
  ].join("\r\n");
  return { envelope: { from: "", to: [envelopeFrom] }, raw: Buffer.from(report, "latin1") };
};

/** The people of the sandbox: they read what arrives and answer by real SMTP through the sandbox's server. */
export const startCorrespondents = (smtps: { port: number; password: string; ca: string }) => {
  const transport = createTransport({
    pool: true,
    maxConnections: 2,
    host: "127.0.0.1",
    port: smtps.port,
    secure: true,
    tls: { ca: smtps.ca },
    auth: { user: "correspondents@sandbox.test", pass: smtps.password },
  });
  const timers = new Set<NodeJS.Timeout>();

  const answer = async (behaviour: Behaviour, delivery: Delivery): Promise<SentMessageInfo | undefined> => {
    if (behaviour === "bounce") return transport.sendMail(bounceReport(delivery));
    const mail = await simpleParser(delivery.raw, { skipImageLinks: true });
    const automatic = mail.headers.get("auto-submitted") ?? "no";
    if (automatic !== "no") return undefined;
    return transport.sendMail(behaviour === "reply" ? replyTo(mail, delivery) : awayNotice(mail, delivery));
  };

  return {
    /** Answers a message at once, whoever received it; undefined for automatic mail, which is not answered. */
    answer,
    /** Called for every accepted message; never answers a null return path or another correspondent, which would go on for ever. */
    receive(delivery: Delivery): void {
      const behaviour = behaviourOf(delivery.recipient);
      if (behaviour === undefined || delivery.envelopeFrom === "" || behaviourOf(delivery.envelopeFrom) !== undefined) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        answer(behaviour, delivery).catch((error: unknown) => console.error(`sandbox: ${delivery.recipient} could not answer:`, error));
      }, ANSWER_DELAY_MS);
      timers.add(timer);
    },
    stop(): void {
      for (const timer of timers) clearTimeout(timer);
      transport.close();
    },
  };
};
