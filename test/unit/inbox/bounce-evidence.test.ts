import { describe, expect, it } from "vitest";
import { decideMail } from "#shared/inbox/ingest/decide-mail.ts";
import { prepareMail } from "#shared/inbox/ingest/ingest.ts";
import type { OwnSend } from "#shared/inbox/ingest/prepared-mail.ts";
import { ids } from "#shared/platform/system.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { rawMail } from "../mail/read/raw-mail.ts";

const sentAt = new Date("2026-11-18T10:00:00Z");
const receivedAt = new Date("2026-11-20T10:00:00Z");
const clock = { now: () => receivedAt };
const send: OwnSend = {
  id: "65f0c0ffee65f0c0ffee65f0",
  messageId: "<65f0c0ffee65f0c0ffee65f0.0123456789abcdef0123456789abcdef@sender.example>",
  toEmail: "lost@gone.example",
  subject: "Offer",
  sentAt,
  createdAt: sentAt,
};
const own = {
  byMessageId: (id: string) => (id === send.messageId ? send : undefined),
  byId: () => undefined,
  byRecipient: (email: string) => (email === send.toEmail ? [send] : []),
};
const mailbox = aMailbox({ email: "me@sender.example" });

/** What a mail does to the one send to lost@gone.example: how the mailbox understands it. */
const decide = (raw: Buffer, at = receivedAt) => {
  const prepared = prepareMail(
    { clock, ids },
    mailbox,
    { path: "INBOX", role: "inbox", uidValidity: "1", since: new Date(0) },
    { facts: { uid: 1, size: raw.length, receivedAt: at, seen: false, own: false }, parsed: parseMessage(raw) },
  );
  return prepared && decideMail(prepared, own);
};

const multipart = (subtype: string, parts: readonly string[]) => ({
  headers: { "MIME-Version": "1.0", "Content-Type": `multipart/${subtype}; boundary="=_b1"` },
  body: [...parts.map((part) => `--=_b1\n${part}\n`), "--=_b1--\n"].join(""),
});
const prose = "Content-Type: text/plain\n\nYour message could not be delivered to lost@gone.example.\n";
const status =
  "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.gone.example\n\nFinal-Recipient: rfc822; lost@gone.example\nAction: failed\nStatus: 5.1.1\n";
const returned = (id: string) =>
  `Content-Type: text/rfc822-headers\n\nReceived: by mx\nFrom: me@sender.example\nTo: lost@gone.example\nMessage-ID: ${id}\nSubject: Offer\n`;
const daemon = {
  From: "Mail Delivery System <mailer-daemon@mx.gone.example>",
  Subject: "Undelivered Mail Returned to Sender",
  "Return-Path": "<>",
};

const report = (parts: readonly string[], headers: Record<string, string> = daemon, type = "report; report-type=delivery-status") => {
  const { headers: own, body } = multipart(type, parts);
  return rawMail({ headers: { ...own, ...headers }, body });
};

const sesEvent = JSON.stringify({
  notificationType: "Bounce",
  bounce: { bounceType: "Permanent", bouncedRecipients: [{ emailAddress: "lost@gone.example", status: "5.1.1" }] },
  mail: {},
});

describe("a bounce is recorded on its send", () => {
  it.each([
    ["by a report that returns its Message-ID", report([prose, status, returned(send.messageId)])],
    ["by a report that names its recipient and returns nothing", report([prose, status])],
    [
      "by a report of an ordinary sender, when it returns the Message-ID",
      report([prose, status, returned(send.messageId)], { From: "jane@gone.example" }),
    ],
    [
      "by a report without subject whose return path is empty",
      report([prose, status], { From: "mail@gone.example", "Return-Path": "<>", Subject: "" }),
    ],
    [
      "by a report that names it as the original recipient of another",
      report([
        prose,
        status.replace(
          "Final-Recipient: rfc822; lost@gone.example",
          "Original-Recipient: rfc822;lost@gone.example\nFinal-Recipient: rfc822; box7@store.gone.example",
        ),
      ]),
    ],
    [
      "by a mail system's notice in prose",
      rawMail({ headers: daemon, body: "The following address failed:\n\n  lost@gone.example\n    550 5.1.1 User unknown\n" }),
    ],
    [
      "by a notice of no known sender whose return path is empty",
      rawMail({
        headers: { ...daemon, From: "mail@gone.example" },
        body: "Your message could not be delivered:\n\n<lost@gone.example>: 550 5.1.1 User unknown\n",
      }),
    ],
    ["by an event that Amazon SNS mails", rawMail({ headers: { From: "AWS Notifications <no-reply@sns.amazonaws.com>" }, body: sesEvent })],
    [
      "by a receipt in which Sieve rejects it",
      report(
        [
          "Content-Type: text/plain\n\nYour message to <lost@gone.example> was automatically rejected:\nNo thanks.\n",
          `Content-Type: message/disposition-notification\n\nReporting-UA: mx; Dovecot Mail Delivery Agent\nFinal-Recipient: rfc822; lost@gone.example\nOriginal-Message-ID: ${send.messageId}\nDisposition: automatic-action/MDN-sent-automatically; deleted\n`,
        ],
        { ...daemon, Subject: "Automatically rejected mail", "Auto-Submitted": "auto-replied (rejected)" },
        "report; report-type=disposition-notification",
      ),
    ],
  ])("%s", (_, raw) => {
    expect(decide(raw)).toMatchObject({ kind: "bounce", concerns: { id: send.id }, recorded: "bounced" });
  });
});

it("a report of a delay that returns nothing is about the send to its recipient, and is recorded on none", () => {
  const decided = decide(report([prose, status.replace("failed", "delayed").replace("5.1.1", "4.4.1")]));

  expect(decided).toMatchObject({ concerns: { id: send.id } });
  expect(decided?.recorded).toBeUndefined();
});

const forged = `<65f0c0ffee65f0c0ffee65f0.ffffffffffffffffffffffffffffffff@sender.example>`;

describe("a bounce is not recorded", () => {
  it.each([
    ["by a report that returns another Message-ID", report([prose, status, returned("<other@sender.example>")])],
    ["by a report that knows its id but not the random part", report([prose, status, returned(forged)])],
    [
      "by a notice in prose that quotes another Message-ID",
      rawMail({
        headers: daemon,
        body: `<lost@gone.example>: 550 5.1.1 User unknown\n\n--- Below this line is a copy of the message.\n\nReceived: by mx\nTo: lost@gone.example\nMessage-ID: <other@sender.example>\n`,
      }),
    ],
    ["by a report of an ordinary sender that returns nothing", report([prose, status], { From: "jane@gone.example" })],
    ["by X-Failed-Recipients in a person's mail", rawMail({ headers: { "X-Failed-Recipients": "lost@gone.example" } })],
    ["by an event of Amazon SES in a person's mail", rawMail({ body: sesEvent })],
    [
      "by an event with its Message-ID in a person's mail",
      rawMail({ body: sesEvent.replace('"mail":{}', `"mail":{"commonHeaders":{"messageId":${JSON.stringify(send.messageId)}}}`) }),
    ],
    [
      "by a notice that a person wrote",
      rawMail({
        headers: { Subject: "Undelivered Mail Returned to Sender" },
        body: `<lost@gone.example>: 550 5.1.1 User unknown\n\n--- Below this line is a copy of the message.\n\nReceived: by mx\nMessage-ID: ${send.messageId}\nTo: lost@gone.example\n`,
      }),
    ],
    ["by a report of a delay", report([prose, status.replace("failed", "delayed").replace("5.1.1", "4.4.1"), returned(send.messageId)])],
    ["by a report that returns nothing more than 7 days later", undefined],
    [
      "by a complaint",
      report(
        [prose, "Content-Type: message/feedback-report\n\nFeedback-Type: abuse\n", returned(send.messageId)],
        daemon,
        "report; report-type=feedback-report",
      ),
    ],
    [
      "by a read receipt",
      report(
        [
          "Content-Type: text/plain\n\nNot read.\n",
          `Content-Type: message/disposition-notification\n\nOriginal-Message-ID: ${send.messageId}\nDisposition: automatic-action/MDN-sent-automatically; deleted\n`,
        ],
        { Subject: "Not read: Offer" },
        "report; report-type=disposition-notification",
      ),
    ],
  ])("%s", (_, raw) => {
    const decided = raw ? decide(raw) : decide(report([prose, status]), new Date("2026-11-26T10:00:00Z"));

    expect(decided?.recorded).not.toBe("bounced");
  });

  it.each([
    "Please click on the link below to confirm that you are a human, so that your message will be delivered.",
    "To have your message delivered, reply to this mail: you will be added to the approved senders list.",
    "Bitte klicken Sie auf den Link, damit Ihre Nachricht zugestellt wird.",
  ])("by a challenge in the form of a report, which is an automatic answer: %s", (asks) => {
    const pending = status.replace("failed", "delayed").replace("5.1.1", "4.7.0");
    const raw = report([
      `Content-Type: text/plain; charset=utf-8\n\nI get much spam.\n\n${asks}\nhttps://challenge.example/1\n`,
      pending,
      returned(send.messageId),
    ]);

    expect(decide(raw)).toMatchObject({ kind: "auto_reply", explained: { rule: "challenge" } });
    expect(decide(raw)?.recorded).toBeUndefined();
  });

  it("is no challenge when the server's own line asks for something", () => {
    const refused = `${status}Diagnostic-Code: smtp; 550 5.7.1 Sender verify failed, visit https://rbl.example to confirm your address\n`;

    expect(decide(report([prose, refused, returned(send.messageId)]))).toMatchObject({ kind: "bounce", recorded: "bounced" });
  });
});

/** What bounces have, each put into a person's mail: how it changes the headers, the text, the parts. */
interface Feature {
  readonly headers?: Record<string, string>;
  readonly text?: string;
  readonly part?: string;
  readonly body?: string;
}

const features: Record<string, Feature> = {
  "X-Failed-Recipients": { headers: { "X-Failed-Recipients": "lost@gone.example" } },
  "an empty return path": { headers: { "Return-Path": "<>" } },
  "a notice's subject": { headers: { Subject: "Undelivered Mail Returned to Sender" } },
  "a mail system's name": { headers: { From: "Mail Delivery System <jane@customer.example>" } },
  "Auto-Submitted": { headers: { "Auto-Submitted": "auto-replied" } },
  "In-Reply-To a strange id": { headers: { "In-Reply-To": "<other@sender.example>" } },
  "the type of a report": { headers: { "Content-Type": 'multipart/report; report-type=delivery-status; boundary="=_b1"' } },
  "a delivery-status part": { part: status },
  "the header of a returned message": { part: returned("<other@sender.example>") },
  "a returned header without Message-ID": { part: returned("").replace("Message-ID: \n", "") },
  "a failure in prose": { text: "Delivery to the following recipient failed permanently:\n\n   lost@gone.example\n" },
  "a line of an SMTP session": { text: "<lost@gone.example>: host mx.gone.example said: 550 5.1.1 User unknown\n" },
  "a flattened report": { text: "Final-Recipient: rfc822; lost@gone.example\nAction: failed\nStatus: 5.1.1\n" },
  "a quoted header": {
    text: "--- Below this line is a copy of the message.\n\nReceived: by mx\nFrom: me@sender.example\nTo: lost@gone.example\nSubject: Offer\n",
  },
  "an event of Amazon SES": { body: sesEvent },
};

const withFeatures = (names: readonly string[]): Buffer => {
  const chosen = names.map((name) => features[name]!);
  const text = ["Hello,\n", ...chosen.flatMap(({ text: lines = [] }) => lines)].join("\n");
  const parts = chosen.flatMap(({ part = [] }) => part);
  const headers = Object.assign({}, ...chosen.map((feature) => feature.headers ?? {})) as Record<string, string>;
  const whole = chosen.find(({ body }) => body !== undefined)?.body ?? text;
  if (parts.length === 0 && headers["Content-Type"] === undefined) return rawMail({ headers, body: whole });
  const made = multipart("mixed", [`Content-Type: text/plain\n\n${whole}`, ...parts]);
  return rawMail({ headers: { ...made.headers, ...headers }, body: made.body });
};

describe("a person's mail with the features of a bounce", () => {
  const names = Object.keys(features);
  const chosen = names.flatMap((one, i) => [[one], ...names.slice(i + 1).map((two) => [one, two])]);

  it.each(chosen.map((few) => [few.join(" and "), few] as const))("records nothing: %s", (_, few) => {
    expect(decide(withFeatures(few))?.recorded).toBeUndefined();
  });
});
