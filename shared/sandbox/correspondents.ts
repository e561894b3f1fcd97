import { textHeader } from "#shared/mail/write/header-line.ts";
import { headerOf, type ParsedMessage } from "#shared/mail/parsed-message.ts";
import type { Arrival } from "./ports.ts";

/** What a correspondent does with an email; the first word of the address decides. */
export type Behaviour = "reply" | "bounce" | "away" | "unsubscribe" | "full" | "complaint" | "refuse" | "later" | "slow";

/** An email as a correspondent received it. */
export interface Received {
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
  readonly mail: ParsedMessage;
  readonly at: Date;
  /** A fresh id, for Message-IDs and boundaries. */
  readonly id: string;
}

/** What an address does, by its first word, on laptops and in test worlds; the guides' table is made from it. */
export const CORRESPONDENTS = {
  reply: { behaviour: "reply", does: "a reply, two seconds later", button: "Reply" },
  away: { behaviour: "away", does: "an out-of-office notice", button: "Out of office" },
  auto: { behaviour: "away", does: "an out-of-office notice" },
  bounce: { behaviour: "bounce", does: "a delivery report: no such user", button: "Bounce" },
  full: { behaviour: "full", does: "a delivery report: mailbox full" },
  complaint: { behaviour: "complaint", does: "a spam complaint", button: "Spam complaint" },
  unsubscribe: { behaviour: "unsubscribe", does: "clicks the unsubscribe link, or asks in a reply when the email has none" },
  refuse: { behaviour: "refuse", does: "refused at once; the send is `failed`" },
  later: { behaviour: "later", does: "refused for now at every try; the send is `failed` within 24 hours" },
  slow: { behaviour: "slow", does: "refused for now at first, accepted at the next try" },
} as const satisfies Readonly<Record<string, { readonly behaviour: Behaviour; readonly does: string; readonly button?: string }>>;

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** More than a second, because mail dates have whole seconds and an answer must not look older than its question. */
const SOON_MS = 2_000;
const FORM = /^([a-z]{1,11})(?:-after-(\d{1,4})([smhd]))?(?=[.+@-])/;

/** What an address does, and how long after it received the email; undefined for one that only receives. */
export const behaviourOf = (address: string): { readonly behaviour: Behaviour; readonly afterMs: number } | undefined => {
  const [, word = "", count, unit] = FORM.exec(address.toLowerCase()) ?? [];
  if (!Object.hasOwn(CORRESPONDENTS, word)) return undefined;
  const { behaviour } = CORRESPONDENTS[word as keyof typeof CORRESPONDENTS];
  const afterMs = count === undefined ? SOON_MS : Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
  return { behaviour, afterMs: Math.max(SOON_MS, afterMs) };
};

/** The reply to RCPT TO that refuses an address; undefined when it is accepted. `slow.` accepts only a repeated attempt, as greylisting does. */
export const refusalOf = (address: string, isRepeated: boolean): { readonly code: number; readonly reply: string } | undefined => {
  const { behaviour } = behaviourOf(address) ?? {};
  if (behaviour === "refuse") return { code: 550, reply: "5.1.1 no such user here" };
  if (behaviour === "later" || (behaviour === "slow" && !isRepeated)) return { code: 451, reply: "4.7.1 try again later" };
  return undefined;
};

/** The mail that an address sends back, or the link that it clicks; nothing for automatic mail, which is not answered (RFC 3834, 2). */
export const answersTo = (received: Received): readonly Arrival[] => {
  const { behaviour, afterMs } = behaviourOf(received.to) ?? {};
  if (!behaviour || afterMs === undefined || behaviourOf(received.from)) return [];
  return answersAs(behaviour, { ...received, at: new Date(received.at.getTime() + afterMs) });
};

/** The same for a given behaviour, at the time of the email. */
export const answersAs = (behaviour: Behaviour, received: Received): readonly Arrival[] => {
  if (received.from === "" || !["", "no"].includes(headerOf(received.mail, "auto-submitted").toLowerCase())) return [];
  if (behaviour === "unsubscribe") return [unsubscribing(received)];
  const raw = writers[behaviour]?.(received);
  return raw ? [{ at: received.at, raw }] : [];
};

const lines = (...parts: readonly string[]): Buffer => Buffer.from(parts.join("\r\n"));
const dateOf = (at: Date) => `Date: ${at.toUTCString().replace("GMT", "+0000")}`;
const threading = ({ messageId, references }: ParsedMessage): readonly string[] =>
  messageId === "" ? [] : [`In-Reply-To: ${messageId}`, `References: ${[...references, messageId].join("\r\n ")}`];

const part = (type: "plain" | "html", text: string): readonly string[] => [
  `Content-Type: text/${type}; charset=utf-8`,
  "Content-Transfer-Encoding: 8bit",
  "",
  text.replace(/\r?\n/g, "\r\n"),
];

/** One text part, or the two of a mail with HTML (RFC 2046, 5.1.4). */
const bodyOf = (id: string, text: string, html: string | undefined): readonly string[] => {
  if (html === undefined) return [...part("plain", text), ""];
  const boundary = `--${id}`;
  const type = `Content-Type: multipart/alternative; boundary="${id}"`;
  return [type, "", boundary, ...part("plain", text), boundary, ...part("html", html), `${boundary}--`, ""];
};

/** What somebody writes: its text, its HTML where the email had some, and further headers. */
interface Written {
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  readonly headers?: readonly string[];
}

const written = ({ from, to, at, id, mail }: Received, { subject, text, html, headers = [] }: Written): Buffer =>
  lines(
    `From: <${to}>`,
    `To: <${mail.replyTo[0]?.email ?? (mail.from.email || from)}>`,
    textHeader("Subject", subject).trimEnd(),
    dateOf(at),
    `Message-ID: <${id}@${to.slice(to.lastIndexOf("@") + 1)}>`,
    ...threading(mail),
    ...headers,
    "MIME-Version: 1.0",
    ...bodyOf(id, text, html),
  );

const reSubject = ({ subject }: ParsedMessage) => (/^re:/i.test(subject) ? subject : `Re: ${subject}`);
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** As Gmail writes a reply: the email below its attribution, as text and, where it has HTML, as HTML. */
const reply = (received: Received, text = "Thanks for your message, that works for me.") => {
  const { mail, from } = received;
  const stamp = (mail.date ?? received.at).toISOString().slice(0, 16).replace("T", " at ");
  const attribution = `On ${stamp}, ${mail.from.name || from} <${mail.from.email || from}> wrote:`;
  const quoted = mail.text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join("\n");
  const html =
    `<div dir="ltr">${escaped(text)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escaped(attribution)}<br></div>` +
    `<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${mail.html}</blockquote></div>`;
  return written(received, {
    subject: reSubject(mail),
    text: `${text}\n\n${attribution}\n\n${quoted}\n`,
    html: mail.html === "" ? undefined : html,
  });
};

const away = (received: Received) =>
  written(received, {
    subject: `Automatic reply: ${received.mail.subject}`,
    text: "I am out of the office until Monday and will read your message then.\n",
    headers: ["Auto-Submitted: auto-replied"],
  });

/** Clicks the link of one-click unsubscribing, or asks for it in a reply when the email has none. */
const unsubscribing = (received: Received): Arrival => {
  const [, token] = /\/v1\/unsubscribe\/([\w.-]+)>/.exec(headerOf(received.mail, "list-unsubscribe")) ?? [];
  return token === undefined ? { at: received.at, raw: reply(received, "Please unsubscribe me.") } : { at: received.at, token };
};

/** A multipart/report with the email's headers (RFC 6522). */
const report = (
  { from, at, id, raw }: Received,
  facts: {
    readonly sender: string;
    readonly subject: string;
    readonly type: string;
    readonly text: string;
    readonly fields: readonly string[];
    readonly returned: string;
  },
): Buffer =>
  Buffer.from(
    [
      `From: ${facts.sender}`,
      `To: <${from}>`,
      `Subject: ${facts.subject}`,
      dateOf(at),
      `Message-ID: <${id}@mx.sandbox.test>`,
      "Auto-Submitted: auto-replied",
      "MIME-Version: 1.0",
      `Content-Type: multipart/report; report-type=${facts.type}; boundary="${id}"`,
      "",
      `--${id}`,
      "Content-Type: text/plain; charset=us-ascii",
      "",
      facts.text,
      "",
      `--${id}`,
      `Content-Type: message/${facts.type}`,
      "",
      ...facts.fields,
      "",
      `--${id}`,
      `Content-Type: ${facts.returned}`,
      "",
      headersOf(raw).toString("latin1").trimEnd(),
      "",
      `--${id}--`,
      "",
    ].join("\r\n"),
    "latin1",
  );

/** A delivery report (RFC 3464). */
const bounce = (received: Received, status: string, diagnostic: string): Buffer =>
  report(received, {
    sender: "Mail Delivery System <MAILER-DAEMON@mx.sandbox.test>",
    subject: "Undelivered Mail Returned to Sender",
    type: "delivery-status",
    text: `I'm sorry to have to inform you that your message could not be delivered.\r\n\r\n<${received.to}>: host mx.sandbox.test said: ${diagnostic}`,
    fields: [
      "Reporting-MTA: dns; mx.sandbox.test",
      dateOf(received.at).replace("Date", "Arrival-Date"),
      "",
      `Final-Recipient: rfc822; ${received.to}`,
      "Action: failed",
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${diagnostic}`,
    ],
    returned: "text/rfc822-headers",
  });

/** A spam complaint (RFC 5965). */
const complaint = (received: Received): Buffer =>
  report(received, {
    sender: "Feedback Loop <fbl@mx.sandbox.test>",
    subject: "Abuse report",
    type: "feedback-report",
    text: "This is an email abuse report.",
    fields: [
      "Feedback-Type: abuse",
      "User-Agent: sandbox/1.0",
      "Version: 1",
      `Original-Mail-From: <${received.from}>`,
      `Original-Rcpt-To: <${received.to}>`,
    ],
    returned: "text/rfc822-headers",
  });

const writers: Readonly<Partial<Record<Behaviour, (received: Received) => Buffer>>> = {
  reply: (received) => reply(received),
  away,
  bounce: (received) => bounce(received, "5.1.1", "550 5.1.1 mailbox unavailable"),
  full: (received) => bounce(received, "4.2.2", "452 4.2.2 mailbox full"),
  complaint,
};

/** A mail's header block with the empty line after it; the whole mail when it has no empty line. */
export const headersOf = (raw: Buffer): Buffer => {
  const end = raw.indexOf("\r\n\r\n");
  return end < 0 ? raw : raw.subarray(0, end + 4);
};
