import { describe, expect, it } from "vitest";
import { classify } from "#test/support/classify.ts";
import { aMail, aMultipart } from "./raw-mail.ts";

const named = { "In-Reply-To": "<s1@sender.example>", References: "<s1@sender.example>" };
const utf8 = { "MIME-Version": "1.0", "Content-Type": "text/plain; charset=utf-8" };
const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
const answer = (subject: string, body: string, headers: Record<string, string> = {}) =>
  classify(aMail({ headers: { ...utf8, ...named, Subject: word(subject), ...headers }, body }), { answersOwnSend: true });
const written = "Thank you, the offer suits us. Please send it to Max.\n";

describe("an answer that nobody wrote is no answer", () => {
  it.each([
    ["Read: Offer", "Your message\n\n   To: Jane Doe\n   Subject: Offer\n   Sent: Friday\n\nwas read on Friday, 20 November 2026 10:15.\n"],
    ["Not read: Offer", "Your message\n\n   To: Jane Doe\n\nwas deleted without being read on Friday.\n"],
    ["Gelesen: Angebot", "Ihre Nachricht\n\n   An: Jane Doe\n   Betreff: Angebot\n\nwurde am Freitag, 20. November 2026 gelesen.\n"],
    ["Lu : Offre", "Votre message\n\n   À : Jane Doe\n\na été lu le vendredi 20 novembre 2026.\n"],
    ["Return Receipt (displayed) - Offer", "This is a Return Receipt for the mail that you sent to jane@customer.example.\n"],
    ["已读: 报价", "您的邮件已于2026年11月20日被阅读。\n"],
  ])("a receipt without a report part: %s", (subject, body) => {
    expect(answer(subject, body)).toMatchObject({ kind: "auto_reply" });
  });

  it.each([
    ["of a mail daemon with an empty envelope sender", { From: "Mail Delivery <MAILER-DAEMON@mx.example>", "Return-Path": "<>" }],
    ["with an empty envelope sender and another trace of a program", { "Return-Path": "<>", "X-Auto-Response-Suppress": "All" }],
  ])("a mail %s, under the original's subject", (_, headers) => {
    expect(answer("Re: Offer", "The mail is held.\n", headers)).toMatchObject({ kind: "auto_reply", rule: "mail_system" });
    expect(answer("Offer", written).kind).toBe("reply");
  });

  it.each(["REPLY", "reply"])("an answer to an invitation, its method %s", (method) => {
    const parts = [
      "Content-Type: text/plain; charset=utf-8\n\nJane Doe has accepted this invitation.\n",
      `Content-Type: text/calendar; charset=utf-8; method=${method}\n\nBEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR\n`,
    ];

    const told = classify(aMultipart("alternative", parts, { ...named, Subject: "Accepted: Meeting" }), { answersOwnSend: true });

    expect(told).toMatchObject({ kind: "auto_reply", rule: "calendar_reply" });
  });

  const declined = (text: string, headers: Record<string, string> = {}) =>
    classify(
      aMultipart(
        "alternative",
        [
          `Content-Type: text/plain; charset=utf-8\n\n${text}`,
          "Content-Type: text/calendar; charset=utf-8; method=REPLY\n\nBEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR\n",
        ],
        { ...named, Subject: "Declined: Meeting", ...headers },
      ),
      { answersOwnSend: true },
    ).kind;
  const google = { From: "Jane Doe <jane@customer.example>", "Message-ID": "<calendar-1@google.com>" };
  const googleText = (note: string) =>
    `Jane Doe has declined this invitation${note}\n\nMeeting\nFriday 20 Nov 2026 ⋅ 10am\nJoin from https://calendar.google.com/\n`;

  it.each([
    ["an answer with nothing but details", "When: Friday, 20 November 2026 10:15\nWhere: Room 1\n*~*~*~*~*~*~*~*~*~*\n"],
    ["no text", "\n"],
    ["Thunderbird's sentence", "Jane Doe <jane@customer.example> has declined your event invitation.\n"],
    ["the sentence in Spanish", "Jane Doe ha rechazado esta invitación.\n\nMeeting\n"],
  ])("nor is an answer to an invitation with %s", (_, text) => {
    expect(declined(text)).toBe("auto_reply");
  });

  it("nor is Google's without a note", () => {
    expect(declined(googleText("."), google)).toBe("auto_reply");
    expect(declined(googleText(' with this note:\n\n"Could we do Friday at ten?"'), google)).toBe("reply");
  });

  it.each(["Sorry, I am travelling that day. Could we do Friday at ten?\n", "Leider krank.\n", "金曜日はいかがでしょうか。\n"])(
    "but one with the guest's words is: %s",
    (text) => {
      expect(declined(text)).toBe("reply");
    },
  );

  it("but an invitation that comes with a person's words is", () => {
    const parts = [
      "Content-Type: text/plain\n\nShall we meet?\n",
      "Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nMETHOD:REQUEST\nEND:VCALENDAR\n",
    ];

    expect(classify(aMultipart("alternative", parts, named), { answersOwnSend: true }).kind).toBe("reply");
  });

  it.each([
    ["Re: Offer", "To have your message delivered, click the link below and confirm that you are a real person.\n\nhttps://x.example/c\n"],
    ["Re: Angebot", "Guten Tag,\n\nbitte klicken Sie auf den Link, damit Ihre Nachricht zugestellt wird: https://x.example/c\n"],
  ])("a challenge that is no report: %s", (subject, body) => {
    expect(answer(subject, body)).toMatchObject({ kind: "auto_reply", rule: "challenge" });
  });

  it.each([
    "[자동응답] Re: Offer",
    "[OOO] Re: Offer",
    "[Abwesenheitsnotiz] AW: Angebot",
    "【自動返信】 Re: Offer",
    "(Out of office) Re: Offer",
    "[Vacation] Re: Offer",
  ])("one with the word in brackets: %s", (subject) => {
    expect(answer(subject, written)).toMatchObject({ kind: "auto_reply", rule: "auto_reply_subject" });
  });

  it.each([
    "\u200fתשובה אוטומטית: Offer",
    "\u202bתגובה אוטומטית:\u202c Offer",
    "Erantzun automatikoa: Offer",
    "Автоматты түрде жауап беру: Offer",
    "Автоматски одговор: Offer",
    "ავტომატური პასუხი: Offer",
  ])("Exchange's: %s", (subject) => {
    expect(answer(subject, written)).toMatchObject({ kind: "auto_reply", rule: "auto_reply_subject" });
  });

  it.each([
    "This is an automated message, please do not reply.",
    "Diese Mitteilung wurde automatisch erzeugt.",
    "Ce message a été généré automatiquement.",
    "此邮件由系统自动发送，请勿回复。",
  ])("one with a note that a program wrote it, however late: %s", (note) => {
    const body = `Hello,\n\n${"we work on the case that you told us about. ".repeat(8)}\n\nExample Ltd.\n${note}\n`;

    expect(answer("Re: Offer", body)).toMatchObject({ kind: "auto_reply", rule: "auto_reply_body" });
    expect(answer("Re: Offer", body.replace(note, "")).kind).toBe("reply");
  });
});

describe("an answer that a person wrote stays one", () => {
  it.each([
    ["Read: the contract", "I have read it, and section 3 is unclear.\n"],
    ["Re: Read: Offer", "Your message was read on Friday by my boss, and he likes it.\n"],
    ["[Vacations] Re: Offer", written],
    ["Re: Offer", "Please click the link to confirm the appointment, and reply by Friday.\n"],
    ["Re: Angebot", "Bitte antworten Sie mir wegen der Zustellung bis Freitag.\n"],
    ["Re: Offer", `${written}\n> This is an automated message, please do not reply.\n`],
    ["AW: Angebot", "Das Ticket wurde automatisch erstellt, und ich habe eine automatisch generierte Nachricht bekommen.\n"],
    ["Re: Offre", "J'ai reçu un message automatique de votre part.\n"],
    ["Re: Offer", "The automated messages of your system reach us twice.\n"],
  ])("%s", (subject, body) => {
    expect(answer(subject, body).kind).toBe("reply");
  });
});
