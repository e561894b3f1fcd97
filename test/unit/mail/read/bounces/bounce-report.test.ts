import { describe, expect, it } from "vitest";
import { readBounce } from "#shared/mail/read/bounces/read-bounce.ts";
import { aMail, aMultipart } from "../raw-mail.ts";

const notice = "Content-Type: text/plain\n\nYour message could not be delivered.";
const original =
  "Content-Type: message/rfc822\n\nReceived: by mx.sender.example\nFrom: me@sender.example\nTo: lost@gone.example\nMessage-ID: <65f0.abc@sender.example>\n\nDear Sir,";
const daemon = { From: "Mail Delivery System <mailer-daemon@mx.example>", Subject: "Undelivered Mail Returned to Sender" };

const status = (...groups: string[]): string => {
  return `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n${groups.join("\n\n")}`;
};

const group = (email: string, action: string, code: string, diagnostic = ""): string => {
  return `Final-Recipient: rfc822; ${email}\nAction: ${action}\nStatus: ${code}${diagnostic && `\nDiagnostic-Code: smtp; ${diagnostic}`}`;
};

const report = (...parts: string[]) => {
  return readBounce(aMultipart("report; report-type=delivery-status", parts, daemon));
};

describe("a delivery report", () => {
  it("tells every recipient, what became of each, and our Message-ID", () => {
    const bounce = report(
      notice,
      status(group("a@gone.example", "failed", "5.1.1", "550 no such user"), group("b@slow.example", "delayed", "4.4.1")),
      original,
    );

    expect(bounce).toEqual({
      rule: "delivery_report",
      evidence: 'Content-Type: multipart/report; report-type=delivery-status; boundary="=_b1"',
      maker: "system",
      recipients: [
        { email: "a@gone.example", action: "failed", status: "5.1.1", reason: "550 no such user" },
        { email: "b@slow.example", action: "delayed", status: "4.4.1", reason: "4.4.1" },
      ],
      messageIds: ["<65f0.abc@sender.example>"],
      status: "5.1.1",
      reason: "550 no such user",
      final: true,
    });
  });

  it.each(["delayed", "delivered", "relayed", "expanded"])("is no failure when the action is %s", (action) => {
    const bounce = report(notice, status(group("a@x.example", action, "2.0.0")), original);

    expect(bounce?.final).toBe(false);
    expect(bounce?.recipients[0]?.action).toBe(action);
  });

  it("takes the exact code from the server's words when the Status is general", () => {
    expect(report(notice, status(group("a@x.example", "failed", "5.0.0", "552-5.2.2 mailbox full")))?.status).toBe("5.2.2");
  });

  it("takes the original recipient when the final one is no full address", () => {
    const bounce = report(
      notice,
      status("Original-Recipient: rfc822; lost@gone.example\nFinal-Recipient: rfc822; @relay:lost@store\nAction: failed\nStatus: 5.2.0"),
    );

    expect(bounce?.recipients.map((recipient) => recipient.email)).toEqual(["lost@gone.example"]);
  });

  it("parts the groups where the empty lines are missing", () => {
    const bounce = report(notice, status([group("a@x.example", "failed", "5.1.1"), group("b@x.example", "failed", "5.2.2")].join("\n")));

    expect(bounce?.recipients.map((recipient) => recipient.status)).toEqual(["5.1.1", "5.2.2"]);
  });

  it.each([
    ["only headers are enclosed", "Content-Type: text/rfc822-headers\n\nMessage-ID: <65f0.abc@sender.example>"],
    [
      "the original is base64",
      `Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${Buffer.from("Message-ID: <65f0.abc@sender.example>\n\nx").toString("base64")}`,
    ],
    ["the id is folded", "Content-Type: message/rfc822\n\nFrom: me@sender.example\nMessage-ID:\n <65f0.abc@sender.example>\n\nx"],
    [
      "a bounce of the bounce encloses it",
      "Content-Type: message/rfc822\n\nFrom: mailer-daemon@other.example\nMessage-ID: <b2@other.example>\n\nReturned:\n\nMessage-ID: <65f0.abc@sender.example>\n\nx",
    ],
  ])("names our Message-ID when %s", (_, part) => {
    expect(report(notice, status(group("a@x.example", "failed", "5.1.1")), part)?.messageIds[0]).toBe("<65f0.abc@sender.example>");
  });

  it("is read from the text when a gateway has flattened it", () => {
    const text = `Technical report:\n\n${group("a@x.example", "failed", "5.1.1")}\n`;

    expect(readBounce(aMail({ headers: daemon, body: text }))?.recipients[0]).toMatchObject({ email: "a@x.example", status: "5.1.1" });
  });

  it("is read from an event of Amazon SES, wrapped by SNS or not", () => {
    const event = JSON.stringify({
      notificationType: "Bounce",
      bounce: { bounceType: "Permanent", bouncedRecipients: [{ emailAddress: "a@x.example", status: "5.1.1" }] },
      mail: { commonHeaders: { messageId: "<id@x>" } },
    });
    const wrapped = JSON.stringify({ Type: "Notification", Message: event }, undefined, 2);

    for (const body of [event, wrapped]) {
      expect(readBounce(aMail({ headers: { From: "no-reply@sns.amazonaws.com" }, body }))).toMatchObject({
        messageIds: ["<id@x>"],
        final: true,
        recipients: [{ email: "a@x.example", action: "failed" }],
      });
    }
  });
});

describe("no bounce", () => {
  it.each([
    [
      "a complaint",
      aMultipart(
        "report; report-type=feedback-report",
        [notice, "Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nOriginal-Rcpt-To: a@x.example", original],
        daemon,
      ),
    ],
    [
      "a read receipt",
      aMultipart("report; report-type=disposition-notification", [
        notice,
        "Content-Type: message/disposition-notification\n\nDisposition: automatic-action/MDN-sent-automatically; displayed",
      ]),
    ],
    [
      "a mail with an attached message",
      aMultipart("mixed", ["Content-Type: text/plain\n\nSee the undeliverable mail attached, what should I do?", original]),
    ],
    [
      "a person who forwards a bounce",
      aMail({
        headers: { Subject: "Fwd: Undelivered Mail Returned to Sender" },
        body: "Do you know why?\n\n<a@x.example>: 550 5.1.1 User unknown\n",
      }),
    ],
    [
      "a person's answer that quotes a bounce",
      aMail({
        headers: { Subject: "Re: Undelivered Mail Returned to Sender" },
        body: "What now?\n\n> <a@x.example>: 550 5.1.1 User unknown\n> From: me@sender.example\n> To: a@x.example\n> Subject: Offer\n> Message-ID: <1@x>\n",
      }),
    ],
    [
      "a person who passes the parts of a report on",
      aMultipart("mixed", [notice, status(group("a@x.example", "failed", "5.1.1")), original], { Subject: "Fwd: Undeliverable: Offer" }),
    ],
    [
      "a challenge",
      aMail({
        headers: { "Return-Path": "<>", Subject: "Please confirm your message" },
        body: "To have your mail delivered, click here and confirm that you are human.\n",
      }),
    ],
    [
      "an out-of-office note",
      aMail({
        headers: { "Return-Path": "<>", "Auto-Submitted": "auto-replied", Subject: "Automatic reply: Offer" },
        body: "I cannot be reached until Monday. Your mail is not forwarded.\n",
      }),
    ],
    [
      "a postmaster who writes",
      aMail({
        headers: { From: "Postmaster <postmaster@x.example>", Subject: "Maintenance on Sunday" },
        body: "The mail servers are updated on Sunday night.\n",
      }),
    ],
    [
      "prose about delivery",
      aMail({
        headers: { Subject: "Delivery of your parcel" },
        body: "The parcel could not be delivered on Friday. Shall we try again?\n",
      }),
    ],
  ])("is seen in %s", (_, message) => {
    expect(readBounce(message)).toBeUndefined();
  });
});
