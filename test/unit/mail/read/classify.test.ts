import { describe, expect, it } from "vitest";
import { classify } from "#test/support/classify.ts";
import { aMail, aMultipart } from "./raw-mail.ts";

const kindOf = (headers: Record<string, string>, answersOwnSend = false) => classify(aMail({ headers }), { answersOwnSend }).kind;
const answer = { "In-Reply-To": "<s1@sender.example>", References: "<s1@sender.example>" };

describe("kind", () => {
  it.each([
    ["inbound for a new mail from a person", {}, "inbound"],
    ["reply for a mail that answers something", answer, "reply"],
    ["reply for a mail with References only", { References: "<s1@sender.example>" }, "reply"],
    ["bulk for a list", { "List-Id": "<news.example>" }, "bulk"],
    ["bulk for what can be unsubscribed", { "List-Unsubscribe": "<mailto:u@x.example>" }, "bulk"],
    ["bulk for Precedence: bulk", { Precedence: "bulk" }, "bulk"],
    ["bulk for Precedence: junk", { Precedence: "junk" }, "bulk"],
    ["bulk for a list that answers", { ...answer, "List-Id": "<news.example>" }, "bulk"],
    [
      "bulk for a newsletter that calls itself auto-generated",
      { "Auto-Submitted": "auto-generated", "List-Unsubscribe": "<mailto:u@x.example>" },
      "bulk",
    ],
    ["auto_reply for Auto-Submitted", { ...answer, "Auto-Submitted": "auto-replied" }, "auto_reply"],
    ["auto_reply for auto-generated", { "Auto-Submitted": "auto-generated" }, "auto_reply"],
    ["reply for Auto-Submitted: no", { ...answer, "Auto-Submitted": "no" }, "reply"],
    ["auto_reply although it says Precedence: bulk", { Precedence: "bulk", "X-Autoreply": "yes" }, "auto_reply"],
    ["reply for X-Auto-Response-Suppress alone", { ...answer, "X-Auto-Response-Suppress": "All" }, "reply"],
    [
      "bounce for a notice with Auto-Submitted",
      { From: "MAILER-DAEMON@x.example", Subject: "Undelivered Mail Returned to Sender", "Auto-Submitted": "auto-replied" },
      "bounce",
    ],
  ])("is %s", (_, headers, kind) => {
    expect(kindOf(headers)).toBe(kind);
  });

  it("is auto_reply for a read receipt, whatever it answers", () => {
    const receipt = aMultipart(
      "report; report-type=disposition-notification",
      ["Content-Type: text/plain\n\nRead.", "Content-Type: message/disposition-notification\n\nDisposition: manual-action; displayed"],
      answer,
    );

    expect(classify(receipt, { answersOwnSend: true }).kind).toBe("auto_reply");
  });

  it("is reply for a list's answer to an own send", () => {
    expect(kindOf({ ...answer, Precedence: "bulk" }, true)).toBe("reply");
  });

  it("is never reply for an auto-reply or a bounce to an own send", () => {
    expect(kindOf({ ...answer, "Auto-Submitted": "auto-replied" }, true)).toBe("auto_reply");
    expect(kindOf({ From: "mailer-daemon@x.example", Subject: "Undeliverable: Offer" }, true)).toBe("bounce");
  });
});

describe("one sign of a program in an answer", () => {
  const generated = { ...answer, "Auto-Submitted": "auto-generated" };
  const daemon = { ...answer, From: "Mailer-Daemon <mailer-daemon@x.example>" };
  const said = (headers: Record<string, string>, body: string) => classify(aMail({ headers, body }), { answersOwnSend: true }).kind;

  it.each([
    ["what a help desk's person answers", generated, "Hi Jane,\n\nyes, we can ship ten of them on Friday.\n\nTom"],
    ["thanks before it", generated, "Thank you for your email. We would like to order ten."],
    [
      "in German",
      { ...generated, "MIME-Version": "1.0", "Content-Type": "text/plain; charset=utf-8" },
      "Vielen Dank für Ihre Nachricht, das Angebot nehmen wir gerne an.",
    ],
    ["though its program asks for no answer", { ...generated, "X-Auto-Response-Suppress": "All" }, "Please send us the contract."],
    ["under its subject alone", { "Auto-Submitted": "auto-generated", Subject: "Re: Offer" }, "Friday is fine."],
    [
      "that a rule of its mailbox forwards",
      { ...answer, "X-MS-Exchange-Generated-Message-Source": "Mailbox Rules Agent" },
      "We take ten of them.",
    ],
    ["from a daemon's address", daemon, "Yes, please send ten of them."],
    ["from another daemon's address", { ...answer, From: "mail-daemon@x.example" }, "Call me tomorrow at ten."],
  ])("leaves it a person's: %s", (_, headers, body) => {
    expect(said(headers, body)).toBe("reply");
  });

  it("leaves it a person's: a read receipt of somebody else that the answer attaches", () => {
    const receipt = "Content-Type: message/disposition-notification\n\nDisposition: manual-action; displayed";
    const mail = aMultipart("mixed", ["Content-Type: text/plain\n\nSee what your server sent me.", receipt], answer);

    expect(classify(mail, { answersOwnSend: true }).kind).toBe("reply");
  });

  it.each([
    ["that calls itself automatic", generated, "This is an automated response. A ticket has been created."],
    ["that says nothing but that it came", generated, "Thank you for your email."],
    ["with an autoresponder's header", { ...generated, "X-Autoreply": "yes" }, "Friday is fine."],
    ["with an empty envelope sender", { ...generated, "Return-Path": "<>" }, "Friday is fine."],
    ["from an address that nobody reads", { ...generated, From: "no-reply@x.example" }, "Friday is fine."],
    ["under an automatic subject", { ...generated, Subject: "Automatic reply: Offer" }, "Friday is fine."],
    ["that answers nothing", { "Auto-Submitted": "auto-generated", Subject: "Your build" }, "It has failed."],
    ["auto-replied, which only answers of programs say", { ...answer, "Auto-Submitted": "auto-replied" }, "Friday is fine."],
    ["from a daemon with an empty envelope sender", { ...daemon, "Return-Path": "<>" }, "Your mail waits."],
    ["from a daemon that says so", { ...daemon, "Auto-Submitted": "auto-generated" }, "Your mail waits."],
  ])("is a program's with another: %s", (_, headers, body) => {
    const { kind } = classify(aMail({ headers, body }), { answersOwnSend: "In-Reply-To" in headers });
    expect(kind).toBe("auto_reply");
  });
});

describe("the rule and the evidence", () => {
  it.each([
    ["nothing", {}, "none", ""],
    ["a parent", answer, "names_parent", "<s1@sender.example>"],
    ["a list", { "List-Id": "<news.example>" }, "bulk_header", "List-Id: <news.example>"],
    ["a header", { ...answer, "Auto-Submitted": "auto-replied" }, "auto_submitted", "Auto-Submitted: auto-replied"],
    ["an autoresponder", { "X-Autoreply": "yes" }, "auto_reply_header", "x-autoreply: yes"],
    ["a subject", { ...answer, Subject: "Automatic reply: Offer" }, "auto_reply_subject", "Subject: Automatic reply: Offer"],
    ["a notice", { From: "MAILER-DAEMON@x.example", Subject: "failure notice" }, "delivery_notice", "Subject: failure notice"],
  ])("name %s", (_, headers, rule, evidence) => {
    expect(classify(aMail({ headers }), { answersOwnSend: false })).toMatchObject({ rule, evidence });
  });

  it("name the own send that is answered", () => {
    expect(classify(aMail({ headers: answer }), { answersOwnSend: true })).toMatchObject({
      rule: "answers_own_send",
      evidence: "<s1@sender.example>",
    });
  });

  it("are one short line whatever the mail holds", () => {
    const { evidence } = classify(aMail({ headers: { "List-Id": "x ".repeat(5000) } }), { answersOwnSend: false });

    expect(evidence.length).toBeLessThanOrEqual(200);
  });
});

describe("a subject", () => {
  it.each([
    "Automatic reply: Offer",
    "Auto: Re: Offer",
    "Out of Office: Offer",
    "Out of the office",
    "I am out of the office until Monday",
    "Vacation reply",
    "[Auto-Reply] Offer",
    "Offer (auto-reply)",
    "On vacation",
    "On holiday until Monday",
    "Urlaub bis 5. Mai",
    "Away until May 5",
    "Abwesenheitsnotiz: Angebot",
    "Automatische Antwort: Angebot",
    "Réponse automatique : Offre",
    "Absence du bureau : Offre",
    "Respuesta automática: Oferta",
    "Fuera de la oficina",
    "Resposta automática: Oferta",
    "Risposta automatica: Offerta",
    "Fuori ufficio",
    "Automatisch antwoord: Offerte",
    "Afwezigheidsbericht",
    "Autosvar: Tilbud",
    "Automatiskt svar: Offert",
    "Frånvaro",
    "Automaattinen vastaus: Tarjous",
    "Automatyczna odpowiedź: Oferta",
    "Automatická odpověď: Nabídka",
    "Automatikus válasz: Ajánlat",
    "Răspuns automat: Ofertă",
    "Автоматический ответ: Предложение",
    "Автоматична відповідь: Пропозиція",
    "Автоматичен отговор: Оферта",
    "Αυτόματη απάντηση: Προσφορά",
    "Otomatik Yanıt: Teklif",
    "رد تلقائي: عرض",
    "תשובה אוטומטית: הצעה",
    "Trả lời tự động: Báo giá",
    "自动回复: 报价",
    "自動回覆: 報價",
    "自動返信: ご提案",
    "자동 회신: 제안",
    "Balasan otomatis: Penawaran",
  ])("tells an auto-reply: %s", (subject) => {
    expect(kindOf({ ...answer, Subject: `=?utf-8?B?${Buffer.from(subject).toString("base64")}?=` })).toBe("auto_reply");
  });

  it.each([
    "Re: who is out of office next week?",
    "Auto insurance question",
    "Automatic doors for the office",
    "Urlaub im Mai",
    "Absolutely!",
    "Re: Automatic reply: Offer",
    "Office keys",
    "Vacation rental",
    "On vacation in Spain",
    "休假申请",
    "Abwesenheit am Freitag klären",
    "Auto: 2010, for sale",
    "Away game",
    "Out of office supplies - please order",
    "Automatic reply feature does not work",
    "Auto response time in our app",
    "Absence note for Tim",
  ])("of a person is none: %s", (subject) => {
    expect(kindOf({ ...answer, Subject: subject })).toBe("reply");
  });

  it.each(["Vacation", "Urlaub vom 3. bis 7. Mai", "OOO next week, handover notes"])(
    "that tells of an absence is a person's where nothing is answered: %s",
    (subject) => {
      expect(kindOf({ Subject: subject })).toBe("inbound");
    },
  );
});
