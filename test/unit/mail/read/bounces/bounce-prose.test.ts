import { describe, expect, it } from "vitest";
import { readBounce } from "#shared/domain/mail/read/bounces/read-bounce.ts";
import { aMail } from "../raw-mail.ts";

const returned = `Return-Path: <me@sender.example>
Received: from relay.sender.example by mx.sender.example; Fri, 20 Nov 2026 10:15:00 +0000
From: Me <me@sender.example>
To: lost@gone.example
Subject: Offer
Message-ID: <65f0.abc@sender.example>
Date: Fri, 20 Nov 2026 10:14:00 +0000

Dear Sir,
`;

/** Notices in the manner of mail systems that send no delivery-status part; every one is about lost@gone.example and our id. */
const notices: Record<string, { from?: string; subject: string; text: string; status?: string; to?: string }> = {
  qmail: {
    subject: "failure notice",
    text: `Hi. This is the qmail-send program at mx.relay.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<lost@gone.example>:\n192.0.2.7 does not like recipient.\nRemote host said: 550 5.1.1 <lost@gone.example>: no mailbox here\nGiving up on 192.0.2.7.\n\n--- Below this line is a copy of the message.\n\n${returned}`,
    status: "5.1.1",
  },
  exim: {
    subject: "Mail delivery failed: returning message to sender",
    text: `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  lost@gone.example\n    host mx.gone.example [192.0.2.7]\n    SMTP error from remote mail server after MAIL FROM:<me@sender.example>:\n    552 5.2.2 over quota\n\n------ This is a copy of the message, including all the headers. ------\n\n${returned}`,
    status: "5.2.2",
  },
  postfix: {
    subject: "Undelivered Mail Returned to Sender",
    text: `This is the mail system at host mx.relay.example.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients. It's attached below.\n\nFor further assistance, please send mail to postmaster.\n\n<lost@gone.example>: host mx.gone.example[192.0.2.7] said: 550 5.7.1\n    <me@sender.example>: sender is not welcome (in reply to RCPT TO command)\n\n${returned}`,
    status: "5.7.1",
  },
  sendmail: {
    subject: "Returned mail: see transcript for details",
    text: `The original message was received at Fri, 20 Nov 2026 10:15:00 GMT\nfrom relay.sender.example [192.0.2.1]\n\n   ----- The following addresses had permanent fatal errors -----\n<lost@gone.example>\n    (reason: 550 5.1.1 User unknown)\n\n   ----- Transcript of session follows -----\n... while talking to mx.gone.example.:\n>>> RCPT To:<lost@gone.example>\n<<< 550 5.1.1 User unknown\n550 5.1.1 <lost@gone.example>... User unknown\n\n   ----- Message header follows -----\n\n${returned}`,
    status: "5.1.1",
  },
  "Exchange 2003": {
    from: "System Administrator <postmaster@gone.example>",
    subject: "Undeliverable: Offer",
    text: `Your message\n\n  To:      lost@gone.example\n  Subject: Offer\n  Sent:    Fri, 20 Nov 2026 10:14:00 +0000\n\ndid not reach the following recipient(s):\n\nlost@gone.example on Fri, 20 Nov 2026 10:15:00 +0000\n    The recipient name is not recognized\n\n${returned}`,
  },
  "Microsoft 365": {
    from: "Microsoft Outlook <postmaster@gone.example>",
    subject: "Undeliverable: Offer",
    text: `Delivery has failed to these recipients or groups:\n\nlost@gone.example<mailto:lost@gone.example>\nThe address you entered couldn't be found.\n\nDiagnostic information for administrators:\n\nGenerating server: A1.prod.example\n\nlost@gone.example\nRemote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found'\n\nOriginal message headers:\n\n${returned}`,
    status: "5.1.10",
  },
  Yahoo: {
    subject: "Failure Notice",
    text: `Sorry, we were unable to deliver your message to the following address.\n\n<lost@gone.example>:\n554: 5.7.9 Message not accepted for policy reasons.\n\n--- Below this line is a copy of the message.\n\n${returned}`,
    status: "5.7.9",
  },
  Gmail: {
    from: "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
    subject: "Delivery Status Notification (Failure)",
    text: `Delivery to the following recipient failed permanently:\n\n     lost@gone.example\n\nTechnical details of permanent failure:\nThe error that the other server returned was:\n550 5.4.1 Recipient address rejected\n\n----- Original message -----\n\n${returned}`,
    status: "5.4.1",
  },
  KDDI: {
    from: "no-reply@au.example",
    subject: "Mail could not be delivered",
    text: `Your mail sent on: Fri, 20 Nov 2026 10:14:00\n     Could not be delivered to: <lost@gone.example>\n     As their mailbox is full.\n\n${returned}`,
  },
  "Apache James": {
    from: "postmaster@james.example",
    subject: "[BOUNCE]",
    text: `Hi. This is the James mail server at james.example.\nI'm afraid I wasn't able to deliver the message below to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\nlost@gone.example\n\nError message below:\n550 - Requested action not taken: no such user here\n\nMessage details:\n  Subject: Offer\n  MAIL FROM: me@sender.example\n  RCPT TO: lost@gone.example\n  From: me@sender.example\n\n${returned}`,
  },
  Courier: {
    from: "Courier mail server at mx.relay.example <>",
    subject: "NOTICE: mail delivery status.",
    text: `This is a delivery status notification from mx.relay.example,\nrunning the Courier mail server, version 0.65.2.\n\nUNDELIVERABLE MAIL\n\nYour message to the following recipients cannot be delivered:\n\n<lost@gone.example>:\n    mx.gone.example [192.0.2.7]:\n>>> RCPT TO:<lost@gone.example>\n<<< 550 5.1.1 <lost@gone.example>... User unknown\n\n---------------------------------------------------------------------------\n\n${returned}`,
    status: "5.1.1",
  },
  Domino: {
    from: "Postmaster@gone.example",
    subject: "DELIVERY FAILURE: User lost (lost@gone.example) not listed in Domino Directory",
    text: `Your message\n\n  Subject: Offer\n\nwas not delivered to:\n\n  lost@gone.example\n\nbecause:\n\n  User lost (lost@gone.example) not listed in Domino Directory\n\n${returned}`,
  },
  Notes: {
    from: "postmaster@gone.example",
    subject: "Undeliverable message",
    text: `------- Failure Reasons  --------\n\nUser not listed in public Name & Address Book\nlost@gone.example\n\n------- Returned Message --------\n${returned}`,
  },
  GroupWise: {
    from: "Mailer-Daemon@gw.example",
    subject: "Mail System Error - Returned Mail",
    text: `The message that you sent was undeliverable to the following:\n\tlost@gone.example (user not found)\n\nPossibly truncated original message follows:\n\n${returned}`,
  },
  IMail: {
    from: "Postmaster <postmaster@imail.example>",
    subject: "Undeliverable Mail",
    text: `User mailbox exceeds allowed size: lost@gone.example\n\nOriginal message follows.\n\n${returned}`,
  },
  MailMarshal: {
    from: "MailMarshal <postmaster@marshal.example>",
    subject: "Undeliverable Mail: Offer",
    text: `Your message:\n   From:    me@sender.example\n   Subject: Offer\n\nCould not be delivered because of\n\n550 5.1.1 User unknown\n\nThe following recipients were affected:\n    lost@gone.example\n\nAdditional Information\n======================\nOriginal Sender:    <me@sender.example>\nSender-MTA:         <192.0.2.1>\n\n${returned}`,
    status: "5.1.1",
  },
  MailFoundry: {
    from: "Mail Delivery System <mailer-daemon@foundry.example>",
    subject: "Message delivery has failed",
    text: `Unable to deliver message to: <lost@gone.example>\nDelivery failed for the following reason:\nServer mx.gone.example[192.0.2.7] failed with: 550 <lost@gone.example> No such user here\n\nThis has been a permanent failure.  No further delivery attempts will be made.\n\n${returned}`,
  },
  InterScan: {
    from: "InterScan Notification <postmaster@scan.example>",
    subject: "Mail could not be delivered",
    text: `*****\nMessage from InterScan Messaging Security Suite\n\nSent <<< RCPT TO:<lost@gone.example>\nReceived >>> 550 5.1.1 <lost@gone.example>... user unknown\n\nUnable to deliver message to <lost@gone.example>.\n*****\n\n${returned}`,
    status: "5.1.1",
  },
  Biglobe: {
    subject: "Returned mail: Service unavailable",
    text: `This is a MIME-encapsulated message.\n\n   ----- The following addresses had delivery problems -----\nlost@gone.example\n\n   ----- Non-delivered information -----\nThe number of messages in recipient's mailbox exceeded the local limit.\n\n${returned}`,
  },
  "mailer of a portal": {
    subject: "Delivery failure",
    text: `Unable to deliver message to the following address(es).\n\n<lost@gone.example>:\nSorry, your message to lost@gone.example cannot be delivered.  This account is over quota.\n\n--- Original message follows.\n\n${returned}`,
  },
  "Japanese carrier": {
    from: "postmaster@carrier.example",
    subject: "配信できませんでした",
    text: `以下のメールアドレスへの送信に失敗しました。\nlost@gone.example\n\n-------server message\n550 5.1.1 User unknown\n\n-------original mail info\n${returned}`,
    status: "5.1.1",
  },
  "Russian portal": {
    from: "mailer-daemon@portal.example",
    subject: "Ваше сообщение не доставлено. Mail failure.",
    text: `Это письмо создано автоматически.\n\nК сожалению, Ваше письмо не может быть доставлено одному или нескольким получателям:\n\n  lost@gone.example\n    Unrouteable address\n\n------ This is a copy of the message, including all the headers. ------\n\n${returned}`,
  },
};

describe("a notice in prose", () => {
  it.each(Object.keys(notices))("names the failed recipient and our Message-ID as %s writes it", (system) => {
    const { from = "MAILER-DAEMON@mx.relay.example", subject, text, status } = notices[system]!;

    const bounce = readBounce(aMail({ headers: { From: from, Subject: subject, "Return-Path": "<>" }, body: text }));

    expect(bounce?.recipients.map((recipient) => recipient.email)).toEqual(["lost@gone.example"]);
    expect(bounce?.originalMessageId).toBe("<65f0.abc@sender.example>");
    expect(bounce?.final).toBe(true);
    if (status) expect(bounce?.status).toBe(status);
  });

  it("names every recipient of a list with its own reason", () => {
    const text = "The following address(es) failed:\n\n  a@gone.example\n    550 5.1.1 unknown\n  b@gone.example\n    552 5.2.2 full\n";

    const bounce = readBounce(aMail({ headers: { From: "Mailer-Daemon@mx.example", Subject: "Mail delivery failed" }, body: text }));

    expect(bounce?.recipients.map(({ email, status }) => [email, status])).toEqual([
      ["a@gone.example", "5.1.1"],
      ["b@gone.example", "5.2.2"],
    ]);
  });

  it("is no failure while the mail system goes on trying", () => {
    const text =
      "This is a warning message only. You do not need to resend your message.\n\nDelivery to the following recipient has been delayed:\n\n  slow@gone.example\n\nMessage will be retried for 2 more day(s)\n";

    const bounce = readBounce(
      aMail({ headers: { From: "mailer-daemon@mx.example", Subject: "Delivery Status Notification (Delay)" }, body: text }),
    );

    expect(bounce?.final).toBe(false);
    expect(bounce?.recipients[0]).toMatchObject({ email: "slow@gone.example", action: "delayed" });
  });

  it("takes the recipient from X-Failed-Recipients when the prose names nobody", () => {
    const bounce = readBounce(
      aMail({
        headers: {
          From: "mailer-daemon@mx.example",
          Subject: "Delivery Status Notification (Failure)",
          "X-Failed-Recipients": "group@lists.example",
        },
        body: "The group may not exist.\n",
      }),
    );

    expect(bounce?.recipients.map((recipient) => recipient.email)).toEqual(["group@lists.example"]);
  });
});
