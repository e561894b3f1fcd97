import { describe, expect, it } from "vitest";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { classify } from "#test/support/classify.ts";
import { autoReplyMails } from "./auto-reply-mails.ts";
import { aMail } from "./raw-mail.ts";

const answer = { "In-Reply-To": "<s1@sender.example>", References: "<s1@sender.example>" };
const utf8 = { "MIME-Version": "1.0", "Content-Type": "text/plain; charset=utf-8" };
const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
const kindOf = (subject: string, body: string, headers: Record<string, string> = {}) =>
  classify(aMail({ headers: { ...utf8, Subject: word(subject), ...headers }, body }), { answersOwnSend: true });

describe("a mail under a subject that a person wrote", () => {
  it.each(Object.keys(autoReplyMails))("is an automatic answer when its body says so: %s", (language) => {
    const { subject, body } = autoReplyMails[language]!;

    expect(kindOf(subject, body)).toMatchObject({ kind: "auto_reply", rule: "auto_reply_body" });
    expect(kindOf(subject, body, answer)).toMatchObject({ kind: "auto_reply", rule: "auto_reply_body" });
  });

  it.each(Object.keys(autoReplyMails))("is a person's who speaks of an absence: %s", (language) => {
    const { subject, person } = autoReplyMails[language]!;

    expect(kindOf(subject, person).kind).toBe("reply");
  });

  const prefixes = ["Re: ", "AW: ", "SV: ", "Odp: ", "回复：", "Re[2]: ", "[EXTERNAL] RE: ", "***SPAM*** Re: ", "EXT: Re: "];

  it.each(Object.keys(autoReplyMails))("is a person's answer under a reply prefix when it says more: %s", (language) => {
    const { subject, body } = autoReplyMails[language]!;

    for (const prefix of prefixes) {
      expect(kindOf(`${prefix}${subject}`, `${body}\nThe offer of 4711 chairs suits all of us here very well.\n`, answer).kind).toBe(
        "reply",
      );
      expect(kindOf(`${prefix}${subject}`, `${body}\nOK?\n`, answer).kind).toBe("reply");
    }
  });

  it.each(["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "fi", "cs", "tr", "ja"])(
    "is an automatic answer under a reply prefix when it says nothing else: %s",
    (language) => {
      const { subject, body } = autoReplyMails[language]!;

      for (const prefix of prefixes)
        expect(kindOf(`${prefix}${subject}`, body, answer)).toMatchObject({ kind: "auto_reply", rule: "auto_reply_body" });
    },
  );

  it.each([
    ["English", "This mailbox is no longer monitored as I have left the company. Please write to lee@customer.example."],
    ["English, with a new address", "My email address has changed. My new address is jane@new.example."],
    ["German", "Diese E-Mail-Adresse wird nicht mehr verwendet. Bitte schreiben Sie an max@customer.example."],
    ["French", "Cette adresse n'est plus utilisée. Merci d'écrire à max@customer.example."],
    ["Spanish", "Esta dirección ya no está en uso. Por favor, escriba a max@customer.example."],
    ["Italian", "Questo indirizzo non è più attivo. Per favore scrivete a max@customer.example."],
    ["Dutch", "Dit e-mailadres is niet meer in gebruik. U kunt mailen naar max@customer.example."],
    ["Russian", "Этот адрес больше не используется. Пишите на max@customer.example."],
  ])("is an automatic answer that tells of an address that nobody reads: %s", (_, body) => {
    expect(kindOf("Re: Offer", body, answer).kind).toBe("auto_reply");
    expect(kindOf("Re: Offer", `${body}\nI like the offer very much, by the way.`, answer).kind).toBe("reply");
  });

  it.each([
    [
      "somebody who left",
      "Jane Doe",
      "Thank you for your email. Jane Doe is no longer with the company. Please direct your inquiries to Max.",
    ],
    ["somebody who left, in German", "Info", "Vielen Dank für Ihre Nachricht. Frau Muster ist nicht mehr bei uns beschäftigt."],
    ["a ticket", "[#4711] Offer", "Hello,\n\nwe have received your request. Your ticket number is 4711. We will get back to you shortly."],
    ["a ticket, in French", "Votre demande", "Bonjour,\n\nnous avons bien reçu votre demande. Merci pour votre message."],
    ["what it is", "Hello", "This is an automated response. Nobody reads this mailbox."],
    ["what it is, in html alone", "Hello", ""],
  ])("is an automatic answer that tells of %s", (_, subject, body) => {
    const html = "<p>Hello,</p><p>this is an <b>automatic&nbsp;reply</b>.</p>";

    expect(body === "" ? kindOf(subject, html, { "Content-Type": "text/html" }).kind : kindOf(subject, body).kind).toBe("auto_reply");
  });

  it.each([
    ["of a colleague who left", "Jane is no longer with the company, I took over her customers. When can I call you?"],
    ["of a request that came in", "We have received your request and are happy to make you an offer of 100 EUR."],
    [
      "with an automatic answer in its quote",
      "See below.\n\n> This is an automatic reply. I am out of the office.\n> For urgent matters contact Max.\n",
    ],
    ["about automatic answers", "Could you switch on the automatic reply of our mailbox?"],
    ["that gives thanks", "Thank you for your email. Please contact me on Friday."],
    ["who took over", "Max is no longer with us, I took over. Thank you for the offer, please send me the prices of 50 chairs."],
    ["who goes on holiday", "I'm on holiday next week, so let's talk today. Thanks for your patience."],
    ["who goes on holiday, in German", "Ich bin ab morgen im Urlaub. Danke für die gute Zusammenarbeit!"],
    ["who has what was sent, in French", "Nous avons bien reçu votre demande et je vous propose mardi. Merci pour votre intérêt."],
    ["who has what was sent, in Spanish", "Hemos recibido su solicitud y le adjunto la oferta. Gracias por el interés."],
    ["who has what was sent, in Italian", "Abbiamo ricevuto la sua offerta, grazie per la rapidità."],
    ["who goes on holiday, in Portuguese", "Estou de férias na próxima semana. Obrigado por tudo, falamos hoje?"],
    ["who goes on holiday, in Dutch", "Ik ben volgende week met vakantie. Bedankt voor het snelle antwoord."],
    ["who goes on holiday, in Polish", "Jestem na urlopie do środy. Dziękuję za cierpliwość."],
    ["who has what was sent, in Swedish", "Vi har fått ditt erbjudande. Tack för att du var så snabb."],
    ["who has what was sent, in Czech", "Obdrželi jsme vaši nabídku, děkujeme za ni."],
    ["who goes on holiday, in Russian", "На следующей неделе я в отпуске. Спасибо за быстрый ответ."],
    ["who has what was sent, in Japanese", "資料を拝受いたしました。ありがとうございます。"],
    ["who goes on holiday, in Danish", "Jeg er på ferie i næste uge. Tak for din hurtige hjælp."],
    ["who goes on holiday, in Norwegian", "Jeg er på ferie neste uke. Takk for at alt gikk så fort."],
    ["who goes on holiday, in Korean", "다음 주까지 휴가 중입니다. 견적서 감사합니다."],
    ["who has what was sent, in Chinese", "已收到您的报价，谢谢。我们下周签合同。"],
  ])("is a person's %s", (_, body) => {
    expect(kindOf("Our offer", body).kind).toBe("reply");
  });

  it.each([
    ["by Earthlink", "I apologize for this automatic reply to your email. To control spam, I allow only senders I have approved."],
    ["by QQ Mail", "这是来自QQ邮箱的假期自动回复邮件。\n您好，我最近正在休假中，无法亲自回复您的邮件。"],
    ["by Spam Arrest", "Bob here,\n\nI'm protecting myself from receiving junk mail. Please click the link below."],
  ])("is an automatic answer under an answer's subject when its first words say so: %s", (_, body) => {
    expect(kindOf("Re: Offer", body, answer)).toMatchObject({ kind: "auto_reply", rule: "auto_reply_body" });
    expect(kindOf("Re: Offer", `${"I spoke with Max about the offer today. ".repeat(3)}${body}`, answer).kind).toBe("reply");
  });

  it.each([
    "Tak for din mail. Jeg er på ferie til den 30. november. Ved hastesager kontakt Max Muster.",
    "お世話になっております。11月30日まで休暇をいただいております。お急ぎの場合は max@contoso.example までご連絡ください。",
    "안녕하세요. 11월 30일까지 휴가 중입니다. 급한 용무는 max@contoso.example 로 연락 바랍니다.",
    "Your request (#12345) has been received and is being reviewed by our support staff.\n\nTo add additional comments, reply to this email.",
    "## Bitte antworten Sie oberhalb dieser Zeile ##\n\nIhre Anfrage (4711) ist bei uns eingegangen und wird bearbeitet.",
  ])("is an automatic answer under an answer's subject when it says nothing else: %s", (body) => {
    expect(kindOf("Re: Offer", body, answer)).toMatchObject({ kind: "auto_reply", rule: "auto_reply_body" });
    expect(kindOf("Re: Offer", `Ok, we take it.\n\n${body}`, answer).kind).toBe("reply");
  });

  it("is no automatic answer as a newsletter", () => {
    const body = "Thank you for the year! We are on holiday until Monday. Please contact our shop.";

    expect(
      classify(aMail({ headers: { Subject: "Holidays", "List-Unsubscribe": "<mailto:u@x.example>" }, body }), { answersOwnSend: false })
        .kind,
    ).toBe("bulk");
  });
});

describe("an absence note under a reply prefix", () => {
  const under = (body: string) => kindOf("Re: Offer", `Hello,\n\n${body}\n\nJane Doe\n`, answer).kind;

  it.each([
    ["en", "I have left the company. Please contact Max at max@gone.example."],
    ["de", "Ich habe das Unternehmen verlassen. Bitte wenden Sie sich an max@gone.example."],
    ["fr", "J'ai quitté l'entreprise. Merci de contacter max@gone.example."],
    ["es", "Ya no trabajo en la empresa. Por favor, contacte con max@gone.example."],
    ["it", "Non lavoro più in azienda. Per favore contattate max@gone.example."],
    ["pt", "Já não trabalho na empresa. Por favor contacte max@gone.example."],
    ["nl", "Ik werk niet meer bij Example. Neem contact op met max@gone.example."],
    ["pl", "Nie pracuję już w firmie. Proszę o kontakt z max@gone.example."],
    ["cs", "Již nepracuji ve firmě. Kontaktujte prosím max@gone.example."],
    ["sv", "Jag arbetar inte längre på Example. Vänligen kontakta max@gone.example."],
    ["da", "Jeg arbejder ikke længere hos Example. Kontakt venligst max@gone.example."],
    ["no", "Jeg jobber ikke lenger hos Example. Vennligst kontakt max@gone.example."],
    ["fi", "En enää työskentele yrityksessä. Ota yhteyttä max@gone.example."],
    ["hu", "Már nem dolgozom a cégnél. Kérem, keresse max@gone.example."],
    ["ru", "Я больше не работаю в компании. Пожалуйста, свяжитесь с max@gone.example."],
    ["tr", "Artık şirkette çalışmıyorum. Lütfen max@gone.example ile iletişime geçin."],
    [
      "ooo_en",
      "I am out of the office until 23 November and will answer after my return. For urgent matters please contact lee.marsh@contoso.example.",
    ],
    [
      "ooo_de",
      "Ich bin bis zum 23. November nicht im Büro. In dringenden Fällen wenden Sie sich bitte an lee@contoso.example.\n\nMit freundlichen Grüßen\nJane Doe",
    ],
    [
      "ooo_fr",
      "Je suis absent du bureau jusqu'au 23 novembre. En cas d'urgence, vous pouvez contacter lee@contoso.example.\n\nCordialement,\nJane",
    ],
    ["ooo_es", "Estoy fuera de la oficina hasta el 23 de noviembre. Para asuntos urgentes, contacte con lee@contoso.example.\n\nSaludos"],
    [
      "ooo_es thanks",
      "Estoy fuera de la oficina hasta el 5 de diciembre. Para asuntos urgentes, contacte con lee@contoso.example. Gracias.",
    ],
    ["ooo_de leave", "Ich bin in Elternzeit. Meine Vertretung ist Lee Marsh."],
    ["ooo_en travelling", "I am currently travelling and will respond on my return. Please call my mobile if urgent."],
    ["ooo_no", "Jeg er ikke på kontoret før 23. november. Ved hastesaker kontakt lee@contoso.example."],
    ["ooo_ro", "Sunt plecat din birou până la 23 noiembrie. Pentru urgențe vă rog contactați lee@contoso.example."],
    ["ooo_el", "Απουσιάζω από το γραφείο έως 23 Νοεμβρίου. Για επείγοντα επικοινωνήστε με lee@contoso.example."],
    ["ooo_uk", "Я відсутній в офісі до 23 листопада. З термінових питань звертайтесь до lee@contoso.example."],
    ["ooo_he", "אני מחוץ למשרד עד 23 בנובמבר. בעניינים דחופים אנא פנו אל lee@contoso.example."],
    ["ooo_ar", "أنا خارج المكتب حتى 23 نوفمبر. للأمور العاجلة يرجى التواصل مع lee@contoso.example."],
    ["ooo_vi", "Tôi đang nghỉ phép đến ngày 23 tháng 11. Việc gấp vui lòng liên hệ lee@contoso.example."],
    ["ooo_id", "Saya sedang cuti sampai 23 November. Untuk hal mendesak silakan hubungi lee@contoso.example."],
    ["ooo_th", "ขณะนี้ฉันไม่อยู่ที่สำนักงานจนถึง 23 พฤศจิกายน กรณีเร่งด่วนกรุณาติดต่อ lee@contoso.example"],
    ["notice_sv", "Den här e-postadressen används inte längre. Vänligen skriv till ny@contoso.example."],
    ["notice_ja", "このメールアドレスは現在使用されておりません。new@contoso.example までご連絡ください。"],
    ["notice_tr", "Bu e-posta adresi artık kullanılmıyor. Lütfen yeni@contoso.example adresine yazın."],
    ["ooo_it", "Sono fuori ufficio fino al 23 novembre. Per urgenze contattare lee@contoso.example."],
    ["ooo_ja", "現在不在にしております。お急ぎの場合は山田までご連絡ください。"],
    ["ooo_zh", "我目前不在办公室。如有急事请联系李四。"],
    ["ooo_ko", "현재 부재 중입니다. 급한 용무는 박영희에게 연락 바랍니다."],
  ])("is automatic when it says nothing else: %s", (_, body) => {
    expect(under(body)).toBe("auto_reply");
  });

  it.each([
    "Yes, go ahead. I am out of the office until Monday. For urgent matters please contact Max.",
    "Yes please\n\nI am out of the office until Monday, please contact Max.",
    "Great!\nI am out of the office until Monday. Please contact Max.",
    "I am out of the office until Monday. Please contact Max.\n\nOK for me",
    "I am out of the office until Monday. Please contact Max. Deal.",
  ])("is a person's who also says a word: %s", (body) => {
    expect(under(body)).toBe("reply");
  });
});

describe("a subject alone", () => {
  const alone = (subject: string, body: string, headers: Record<string, string> = {}) =>
    classify(aMail({ headers: { ...utf8, Subject: word(subject), ...headers }, body }), { answersOwnSend: false });
  const subjects = [
    "Ticket received",
    "Automatic reply to customers",
    "Risposta automatica del centralino",
    "We have received your message",
    "Out of office: who takes over?",
    "自动回复: 设置",
  ];
  const question = "Hi Max, could you call me about this? My number is the old one.\n\nJane\n";

  it.each(subjects)("decides nothing: %s", (subject) => {
    expect(alone(subject, question)).toMatchObject({ kind: "inbound", rule: "none" });
  });

  it.each<[string, Record<string, string>, string]>([
    ["the mail that it answers", answer, question],
    ["an empty envelope sender", { "Return-Path": "<>" }, question],
    ["what Exchange writes into its own answers", { "X-Auto-Response-Suppress": "All" }, question],
    ["a rule's header", { "X-MS-Exchange-Inbox-Rules-Loop": "jane@customer.example" }, question],
    ["a sender that nobody answers", { From: "no-reply@customer.example" }, question],
    ["its body", {}, "Thank you for your message. We will get back to you shortly.\n"],
  ])("decides with a second sign: %s", (_, headers, body) => {
    for (const subject of subjects.slice(0, 4)) expect(alone(subject, body, headers).kind).toBe("auto_reply");
  });
});

describe("a header that says nothing", () => {
  it.each<[string, Record<string, string>]>([
    ["an empty X-Autoreply", { "X-Autoreply": "" }],
    ["an X-Autoreply of white space", { "X-Autoreply": "  " }],
    ["X-Vacation: no", { "X-Vacation": "no" }],
    ["X-Auto-Reply: false", { "X-Auto-Reply": "false" }],
    ["X-Autorespond: 0", { "X-Autorespond": "0" }],
    ["a rule that redirected the mail", { "X-MS-Exchange-Inbox-Rules-Loop": "info@firm.example" }],
    ["a null Return-Path", { "Return-Path": "<>" }],
    ["an Auto-Submitted of no behind a comment", { "Auto-Submitted": "(by a person) no" }],
    ["an X-FC-MachineGenerated of false", { "X-FC-MachineGenerated": "false" }],
  ])("leaves a person's answer one: %s", (_, headers) => {
    const lines = Object.entries({ From: "jane@customer.example", Subject: "Re: Offer", ...answer, ...headers });
    const raw = `${lines.map(([name, value]) => `${name}: ${value}`).join("\r\n")}\r\n\r\nYes, we take it.\r\n`;

    expect(classify(parseMessage(Buffer.from(raw)), { answersOwnSend: true }).kind).toBe("reply");
  });
});

describe("a subject of a program", () => {
  it.each([
    "Out of Office reply",
    "AUTO: Jane Doe is out of the office (returning 11/23/2026)",
    "[tag] AutoReply: Offer",
    "[sales] [ext] Out of Office: Offer",
    "Nieobecność w biurze",
    "Nieobecna w pracy: Oferta",
    "Fraværende",
    "Fraværende: Tilbud",
    "Ikke til stede: Tilbud",
    "Frånvaro: Offert",
    "[Request received] Offer",
    "Ticket Received - Offer",
    "We've received your request",
  ])("is an automatic answer's: %s", (subject) => {
    expect(kindOf(subject, "Hello.\n").kind).toBe("auto_reply");
  });

  it.each([
    "Re: Out of Office reply",
    "Re: [tag] AutoReply: Offer",
    "[tag] Re: AutoReply: Offer",
    "AUTO: Golf for sale",
    "Fraværende medarbejdere i uge 47",
    "[tag] Offer",
    "Ticket received yesterday at the airport",
  ])("of a person is none: %s", (subject) => {
    expect(kindOf(subject, "Hello.\n").kind).toBe("reply");
  });
});
