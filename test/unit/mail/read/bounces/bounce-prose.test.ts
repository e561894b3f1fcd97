import { describe, expect, it } from "vitest";
import { readDeliveryStatus } from "#shared/mail/read/bounces/reports.ts";
import { readBounce } from "#shared/mail/read/bounces/read-bounce.ts";
import { aMail } from "../raw-mail.ts";

const utf8 = { "MIME-Version": "1.0", "Content-Type": "text/plain; charset=utf-8" };
const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
const noticed = (from: string, subject: string, body: string, more: Record<string, string> = {}) =>
  readBounce(aMail({ headers: { ...utf8, From: from, Subject: word(subject), ...more }, body }));
const failed = (bounce: ReturnType<typeof readBounce>) => bounce?.recipients.map(({ email }) => email);
const daemon = "MAILER-DAEMON@mx.example";

describe("a notice of a mail daemon is read in", () => {
  it.each([
    [
      "Polish",
      "Informacja",
      "Niestety, wiadomości nie udało się dostarczyć na adres lost@gone.example.\nPowód: skrzynka odbiorcy jest pełna.\n",
    ],
    [
      "Italian",
      "Avviso",
      "Non è stato possibile recapitare il messaggio ai seguenti destinatari:\n\nlost@gone.example: utente sconosciuto\n",
    ],
    [
      "Swedish",
      "Meddelande",
      "Ditt meddelande kunde inte levereras till följande mottagare:\n\n  lost@gone.example\n\nOrsak: brevlådan är full\n",
    ],
    ["Danish", "Besked", "Din mail kunne ikke leveres til følgende modtager:\n\n  lost@gone.example\n\nÅrsag: adressen findes ikke\n"],
    [
      "Hungarian",
      "Értesítés",
      "Az üzenetét nem sikerült kézbesíteni a következő címzettnek:\n\n  lost@gone.example\n\nOk: ismeretlen felhasználó\n",
    ],
    [
      "Korean",
      "안내",
      "보내신 메일이 아래 수신자에게 전달되지 않았습니다.\n\n받는 사람: lost@gone.example\n실패 사유: 존재하지 않는 사용자입니다\n",
    ],
    ["Norwegian", "Melding", "Meldingen kunne ikke leveres til mottakeren:\n\n  lost@gone.example\n"],
    ["Finnish", "Ilmoitus", "Viestiäsi ei voitu toimittaa seuraaville vastaanottajille:\n\n  lost@gone.example\n"],
  ])("%s", (_, subject, text) => {
    const bounce = noticed(daemon, subject, text);

    expect(failed(bounce)).toEqual(["lost@gone.example"]);
    expect(bounce).toMatchObject({ final: true, maker: "system" });
  });
});

describe("one sign of a postmaster shows a notice", () => {
  it.each([
    [
      "words of a failure, from no envelope sender",
      "Offer",
      "We could not deliver your message to lost@gone.example.\n",
      { "Return-Path": "<>" },
    ],
    [
      "words of a failure, sent automatically",
      "Offer",
      "We could not deliver it to lost@gone.example.\n",
      { "Auto-Submitted": "auto-replied" },
    ],
    ["its subject, above an address in an unknown language", "Undeliverable: Offer", "lost@gone.example: ezzel nincs mit tenni\n", {}],
  ])("%s", (_, subject, text, headers) => {
    expect(failed(noticed("postmaster@gone.example", subject, text, headers))).toEqual(["lost@gone.example"]);
  });

  it.each([
    ["asks about a failure", "Your mail", "We could not deliver your parcel, when are you at home?\n"],
    ["answers a notice", "Re: Undeliverable: Offer", "Please write to jane@customer.example instead.\n"],
    ["writes of them without an address", "Mail delivery problems last night", "All is well again.\n"],
  ])("but none is by one who %s", (_, subject, text) => {
    expect(noticed("postmaster@gone.example", subject, text)).toBeUndefined();
  });
});

describe("a failed recipient", () => {
  it.each([
    ["with letters beyond ASCII", "<jürgen@gone.example>: host mx said: 550 5.1.1 unknown", "jürgen@gone.example"],
    ["at a domain with letters beyond ASCII", "<info@münchen.example>: host mx said: 550 5.1.1 unknown", "info@münchen.example"],
    ["in a script without spaces, in brackets", "could not be delivered to <用户@例子.广告>: 550 5.1.1 unknown", "用户@例子.广告"],
    ["within words of a script without spaces", "邮件无法投递到收件人地址lost@gone.example请检查", "lost@gone.example"],
    [
      "behind the type of its address",
      "The gateway rejected your message to SMTP=lost@gone.example: 550 5.7.1 policy",
      "lost@gone.example",
    ],
  ])("is named whole %s", (_, line, email) => {
    expect(failed(noticed(daemon, "Undelivered Mail", `Your message could not be delivered.\n\n${line}\n`))).toEqual([email]);
  });

  it("is the list's member, not the list that passed the mail on", () => {
    const returned =
      "From: me@sender.example\nTo: talk@lists.example\nSubject: Offer\nList-Post: <mailto:talk@lists.example>\nMessage-ID: <1@x>\n";
    const text = `Your message to talk@lists.example could not be delivered to lost@gone.example: mailbox full\n\n--- Original message ---\n${returned}`;

    expect(failed(noticed(daemon, "Undelivered Mail", text))).toEqual(["lost@gone.example"]);
  });

  it("is read from a report in the form of RFC 6533", () => {
    const report = (recipient: string) =>
      readDeliveryStatus(`Reporting-MTA: dns; mx\n\nFinal-Recipient: utf-8; ${recipient}\nAction: failed\n`);

    expect(report("jürgen@gone.example")[0]?.email).toBe("jürgen@gone.example");
    expect(report("j\\x{FC}rgen@gone.example")[0]?.email).toBe("jürgen@gone.example");
  });
});

describe("a notice in prose", () => {
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

  it("is a mail system's from Exchange's own recipient, without an empty return path", () => {
    const bounce = readBounce(
      aMail({
        headers: {
          From: "Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@sender.example>",
          Subject: "Undeliverable: Offer",
        },
        body: "Delivery has failed to these recipients or groups:\n\nlost@gone.example\nThe mailbox is full.\n\nRemote Server returned '554 5.2.2 mailbox full'\n",
      }),
    );

    expect(bounce).toMatchObject({ maker: "system", status: "5.2.2", recipients: [{ email: "lost@gone.example" }] });
  });

  it.each([
    ["speaks of a status", "Dear sender,\n\nmore information:\n-- 5.1.1 User unknown\n", "more information: -- 5.1.1 User unknown"],
    ["speaks of a failure", "Dear sender,\n\nthe mailbox is full.\n\nRegards", "the mailbox is full."],
    ["stands first", "Gone fishing.\n\nRegards", "Gone fishing."],
  ])("gives as its reason the paragraph that %s when it names no reply of a server", (_, said, reason) => {
    const headers = { From: "Mailer-Daemon@mx.example", Subject: "Mail delivery failed", "X-Failed-Recipients": "lost@gone.example" };

    const bounce = readBounce(aMail({ headers, body: said }));

    expect(bounce?.recipients).toMatchObject([{ email: "lost@gone.example", reason }]);
  });
});
