import { describe, expect, it } from "vitest";
import { readBounce } from "#shared/mail/read/bounces/read-bounce.ts";
import { aMail, aMultipart } from "../raw-mail.ts";

const daemon = {
  From: "Mail Delivery System <mailer-daemon@mx.example>",
  Subject: "Undelivered Mail Returned to Sender",
  "Return-Path": "<>",
};
const returned =
  "Received: by mx.sender.example\nFrom: me@sender.example\nTo: lost@gone.example\nSubject: Offer\nMessage-ID: <65f0.abc@sender.example>\n";
const failed = (bounce: ReturnType<typeof readBounce>) => bounce?.recipients.map(({ email }) => email);

/** A notice in prose from a mail system. */
const notice = (body: string, headers: Record<string, string> = {}) => readBounce(aMail({ headers: { ...daemon, ...headers }, body }));

/** A report (RFC 3464) of a text, a status part and the header of the mail. */
const report = (text: string, status: string, headers: Record<string, string> = {}) =>
  readBounce(
    aMultipart(
      "report; report-type=delivery-status",
      [
        `Content-Type: text/plain\n\n${text}`,
        `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n${status}`,
        `Content-Type: text/rfc822-headers\n\n${returned}`,
      ],
      { ...daemon, ...headers },
    ),
  );

describe("the returned mail begins", () => {
  it("not at a bare word such as failed:", () => {
    const bounce = notice(
      `The delivery to these people has\nfailed:\n\n  lost@gone.example\n    550 5.1.1 User unknown\n\n--- Original message follows.\n\n${returned}`,
    );

    expect(bounce).toMatchObject({
      status: "5.1.1",
      recipients: [{ email: "lost@gone.example" }],
      messageIds: ["<65f0.abc@sender.example>"],
    });
  });

  it("not at an X- field of a flattened report", () => {
    const text = `Your mail failed.\n\nX-Postfix-Queue-ID: 4D2681CFDF7E\nX-Postfix-Sender: rfc822; me@sender.example\nReporting-MTA: dns; mx.example\nArrival-Date: Fri, 20 Nov 2026 10:15:00 +0000\n\nFinal-Recipient: rfc822; lost@gone.example\nX-Display-Name: Lost\nAction: failed\nStatus: 5.2.2\n\n${returned}`;

    expect(notice(text)).toMatchObject({
      status: "5.2.2",
      recipients: [{ email: "lost@gone.example", action: "failed" }],
      messageIds: ["<65f0.abc@sender.example>"],
    });
  });

  it("not at an X- field that ends a group of a flattened report", () => {
    const group = (email: string) =>
      `Final-Recipient: rfc822; ${email}\nAction: failed\nStatus: 5.2.2\nX-Supplementary-Info: <mx.gone.example #5.2.2>\n\n`;

    expect(failed(notice(`Your mail failed.\n\n${group("lost@gone.example")}${group("other@gone.example")}${returned}`))).toEqual([
      "lost@gone.example",
      "other@gone.example",
    ]);
  });

  it("behind the notice that a gateway wrapped into a notice of its own", () => {
    const inner = `The following is the error message.\n\n<lost@gone.example>: host mx.gone.example said: 552 5.2.2 Mailbox full\n\n${returned}`;
    const wrapped = `Your message could not be delivered.\nFor assistance contact <support@deps.example>\n\n---------------\nReturn-Path: <>\nReceived: by relay.example\nFrom: MAILER-DAEMON@relay.example\nTo: deps@deps.example\nSubject: Undelivered Mail Returned to Sender\nMessage-Id: <n1@relay.example>\n\nThis is the mail system at relay.example.\n\n${inner}`;

    expect(notice(wrapped)).toMatchObject({ status: "5.2.2", recipients: [{ email: "lost@gone.example" }] });
    expect(notice(wrapped)?.messageIds[0]).toBe("<65f0.abc@sender.example>");
  });

  it("behind the report that a gateway enclosed", () => {
    const inner = `From: MAILER-DAEMON@relay.example\nMessage-ID: <n1@relay.example>\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=i\n\n--i\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; relay.example\n\nFinal-Recipient: rfc822; lost@gone.example\nAction: failed\nStatus: 5.1.1\n\n--i\nContent-Type: text/rfc822-headers\n\n${returned}\n--i--\n`;
    const bounce = readBounce(
      aMultipart(
        "mixed",
        ["Content-Type: text/plain\n\nYour mail could not be delivered.", `Content-Type: message/rfc822\n\n${inner}`],
        daemon,
      ),
    );

    expect(bounce).toMatchObject({ status: "5.1.1", recipients: [{ email: "lost@gone.example", action: "failed" }] });
    expect(bounce?.messageIds[0]).toBe("<65f0.abc@sender.example>");
  });
});

describe("the status", () => {
  it("is the recipient's own line's where the report's is general", () => {
    const text =
      "<lost@gone.example>: host mx.gone.example said: 550 5.1.1 unknown\n\n<full@gone.example>: host mx.gone.example said: 552 5.2.2 full\n";
    const status = ["lost", "full"]
      .map((name) => `Final-Recipient: rfc822; ${name}@gone.example\nAction: failed\nStatus: 5.0.0`)
      .join("\n\n");

    expect(report(text, status)?.recipients.map((recipient) => recipient.status)).toEqual(["5.1.1", "5.2.2"]);
  });

  it("stays general where the line is of another class", () => {
    expect(
      report("<lost@gone.example>: 450 4.2.0 greylisted\n", "Final-Recipient: rfc822; lost@gone.example\nAction: failed\nStatus: 5.0.0")
        ?.status,
    ).toBe("5.0.0");
  });

  it("is no version number of a program", () => {
    expect(notice("Delivery failed, says Exim 4.86.2:\n\n<lost@gone.example>: 550 5.7.1 No\n")?.status).toBe("5.7.1");
  });
});

describe("who failed", () => {
  it("is whom Exchange lists, not the To of the mail that it describes", () => {
    const text =
      "Your message\n\n  To:      kept@gone.example\n  To:      lost@gone.example\n  Subject: Offer\n  Sent:    Fri, 20 Nov 2026 10:14:00 +0000\n\ndid not reach the following recipient(s):\n\nlost@gone.example on Fri, 20 Nov 2026 10:15:00 +0000\n    The recipient name is not recognized\n\tMSEXCH:IMS:ORG:SITE:SERVER 0 (000C05A6) Unknown Recipient\n";

    expect(failed(notice(text, { From: "System Administrator <postmaster@gone.example>", Subject: "Undeliverable: Offer" }))).toEqual([
      "lost@gone.example",
    ]);
  });

  it.each([" ", "\n    "])("is the address that an alias was expanded to (parted by %j)", (gap) => {
    expect(failed(notice(`<lost@gone.example>${gap}(expanded from\n    <alias@gone.example>): host mx said: 550 5.1.1 unknown\n`))).toEqual(
      ["lost@gone.example"],
    );
  });

  it("is never the sender, whom a notice greets or names", () => {
    const text = `Dear me@sender.example,\n\nthe following address failed:\n\nme@sender.example\n\nlost@gone.example: 550 5.1.1 unknown\n\n--- Original message follows.\n\n${returned}`;

    expect(failed(notice(text))).toEqual(["lost@gone.example"]);
    expect(failed(notice("The following address failed:\n\nme@sender.example\n    550 5.7.1 blocked\n"))).toEqual([]);
    expect(
      failed(
        report(
          "Failed.",
          "Final-Recipient: rfc822; me@sender.example\nAction: failed\n\nFinal-Recipient: rfc822; lost@gone.example\nAction: failed",
        ),
      ),
    ).toEqual(["lost@gone.example"]);
  });

  it("is the sender of a mail to himself", () => {
    const self = returned.replace("lost@gone.example", "me@sender.example");

    expect(
      failed(
        notice(`The following address failed:\n\nme@sender.example\n    550 5.7.1 blocked\n\n--- Original message follows.\n\n${self}`),
      ),
    ).toEqual(["me@sender.example"]);
  });

  it("is everybody whom an old sendmail's transcript refuses", () => {
    const text = `   ----- Transcript of session follows -----\n... while talking to mx.gone.example.:\n>>> RCPT To:<lost@gone.example>\n<<< 550 5.1.1 unknown\n550 <lost@gone.example>... User unknown\n550 <other@gone.example>... Host unknown\n554 third@gone.example... unknown mailer error 1\n\n   ----- Unsent message follows -----\n${returned}`;

    expect(failed(notice(text, { Subject: "Returned mail: User unknown" }))).toEqual([
      "lost@gone.example",
      "other@gone.example",
      "third@gone.example",
    ]);
  });

  it("is told by an ordinary sender in two languages without a null path", () => {
    const bounce = readBounce(
      aMail({
        headers: {
          From: "Kundenservice <info@provider.example>",
          Subject: "Nachricht nicht zustellbar / Message undeliverable",
          "Auto-Submitted": "auto-generated",
          "Content-Type": "text/plain; charset=utf-8",
        },
        body: "Ihre Nachricht konnte nicht zugestellt werden an / Your message could not be delivered to:\n\n  lost@gone.example\n",
      }),
    );

    expect(bounce).toMatchObject({ maker: "person", recipients: [{ email: "lost@gone.example" }] });
  });
});

describe("a notice as long as a mail may be", () => {
  it.each(["\n", "a@b.co ", "a@b.co\n", "X-A: b\n", "550 5.1.1 <a@b.co>\n"])("is read, of nothing but %j", (piece) => {
    const body = piece.repeat(300_000 / piece.length);

    expect(notice(body)?.rule).toBe("delivery_notice");
  });
});

describe("the Message-ID", () => {
  it("is each that the returned header names, where a provider gave it another", () => {
    const both = `X-Google-Original-Message-ID: <65f0.abc@sender.example>\nFrom: me@sender.example\nMessage-ID: <gmail1@mail.gmail.com>\n`;
    const bounce = readBounce(
      aMultipart(
        "report; report-type=delivery-status",
        [
          "Content-Type: text/plain\n\nFailed.",
          "Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; lost@gone.example\nAction: failed",
          `Content-Type: message/rfc822\n\n${both}\nHello`,
        ],
        daemon,
      ),
    );

    expect(bounce?.messageIds).toEqual(["<gmail1@mail.gmail.com>", "<65f0.abc@sender.example>"]);
  });

  it("is not that of a mail that the returned one answers", () => {
    const bounce = readBounce(
      aMultipart(
        "report; report-type=delivery-status",
        [
          "Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; lost@gone.example\nAction: failed",
          `Content-Type: text/rfc822-headers\n\n${returned}In-Reply-To: <earlier@sender.example>\nReferences: <first@sender.example> <earlier@sender.example>\n`,
        ],
        daemon,
      ),
    );

    expect(bounce?.messageIds).toEqual(["<65f0.abc@sender.example>"]);
  });
});
