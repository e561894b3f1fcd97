import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replyText } from "#shared/mail/read/quotes/strip-text.ts";

const headers: Record<string, string> = {
  English: "From: Jane Doe <jane@example.com>\nSent: Friday, November 20, 2026 10:15 AM\nTo: Me\nSubject: Meeting",
  German: "Von: Jane Doe\nGesendet: Freitag, 20. November 2026 10:15\nAn: Max\nBetreff: Treffen",
  French: "De : Jane Doe <jane@example.com>\nEnvoyé : vendredi 20 novembre 2026 10:15\nÀ : Max\nObjet : Réunion",
  Spanish: "De: Jane Doe\nEnviado el: viernes, 20 de noviembre de 2026 10:15\nPara: Max\nAsunto: Reunión",
  Italian: "Da: Jane Doe\nInviato: venerdì 20 novembre 2026 10:15\nA: Max\nOggetto: Riunione",
  Portuguese: "De: Jane Doe\nEnviada em: sexta-feira, 20 de novembro de 2026 10:15\nPara: Max\nAssunto: Reunião",
  Dutch: "Van: Jane Doe\nVerzonden: vrijdag 20 november 2026 10:15\nAan: Max\nOnderwerp: Afspraak",
  Swedish: "Från: Jane Doe\nSkickat: den 20 november 2026 10:15\nTill: Max\nÄmne: Möte",
  Danish: "Fra: Jane Doe\nSendt: 20. november 2026 10:15\nTil: Max\nEmne: Møde",
  Finnish: "Lähettäjä: Jane Doe\nLähetetty: perjantai 20. marraskuuta 2026 10.15\nVastaanottaja: Max\nAihe: Tapaaminen",
  Polish: "Od: Jane Doe\nWysłano: piątek, 20 listopada 2026 10:15\nDo: Max\nTemat: Spotkanie",
  Czech: "Od: Jane Doe\nOdesláno: pátek 20. listopadu 2026 10:15\nKomu: Max\nPředmět: Schůzka",
  Hungarian: "Feladó: Jane Doe\nElküldve: 2026. november 20., péntek 10:15\nCímzett: Max\nTárgy: Találkozó",
  Romanian: "De la: Jane Doe\nTrimis: vineri, 20 noiembrie 2026 10:15\nCătre: Max\nSubiect: Întâlnire",
  Russian: "От: Jane Doe\nОтправлено: пятница, 20 ноября 2026 г. 10:15\nКому: Max\nТема: Встреча",
  Ukrainian: "Від: Jane Doe\nНадіслано: п'ятниця, 20 листопада 2026 р. 10:15\nКому: Max\nТема: Зустріч",
  Greek: "Από: Jane Doe\nΣτάλθηκε: Παρασκευή 20 Νοεμβρίου 2026 10:15\nΠρος: Max\nΘέμα: Συνάντηση",
  Turkish: "Kimden: Jane Doe\nGönderme Tarihi: 20 Kasım 2026 Cuma 10:15\nKime: Max\nKonu: Toplantı",
  Arabic: "من: Jane Doe\nتم الإرسال: 20 نوفمبر 2026 10:15\nإلى: Max\nالموضوع: اجتماع",
  Hebrew: "מאת: Jane Doe\nנשלח: 20 נובמבר 2026 10:15\nאל: Max\nנושא: פגישה",
  Chinese: "发件人: Jane Doe\n发送时间: 2026年11月20日 10:15\n收件人: Max\n主题: 会议",
  Japanese: "差出人: Jane Doe\n送信日時: 2026年11月20日 10:15\n宛先: Max\n件名: 会議",
  Korean: "보낸 사람: Jane Doe\n보낸 날짜: 2026년 11월 20일 10:15\n받는 사람: Max\n제목: 회의",
};

const rules = [
  "-----Original Message-----",
  "-------- Original message --------",
  "‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐",
  "------ Original Message ------",
  "-----Ursprüngliche Nachricht-----",
  "-------- Message d'origine --------",
  "----- Mail original -----",
  "-----Mensaje original-----",
  "-----Messaggio originale-----",
  "-----Mensagem original-----",
  "-----Oorspronkelijk bericht-----",
  "-----Ursprungligt meddelande-----",
  "-----Oprindelig meddelelse-----",
  "-----Alkuperäinen viesti-----",
  "-----Wiadomość oryginalna-----",
  "-----Původní zpráva-----",
  "-----Eredeti üzenet-----",
  "-----Исходное сообщение-----",
  "-----原始邮件-----",
  "------------------ Original ------------------",
  "---- Replied Message ----",
  "-----元のメッセージ-----",
  "-----원본 메시지-----",
];

describe("reply text", () => {
  it.each(Object.entries(headers))("ends at a header that Outlook copied, in %s", (_, header) => {
    expect(replyText(`Yes, gladly.\nMax\n\n________________________________\n${header}\n\nShall we meet?\n`)).toBe("Yes, gladly.\nMax");
  });

  it.each(rules)("ends at the rule %s", (rule) => {
    expect(replyText(`Yes, gladly.\n\n${rule}\nJane Doe, 20.11.\n\nShall we meet?`)).toBe("Yes, gladly.");
  });

  it.each([
    ["quoted lines without an attribution", "> Shall we meet?\n\nYes.\n", "Yes."],
    ["answers between the lines", "> One?\nYes.\n> Two?\n> Or three?\nNo.\n", "Yes.\nNo."],
    ["bottom posting", "On 20 Nov 2026, at 10:15, Jane Doe <jane@example.com> wrote:\n\n> Shall we meet?\n\nYes.", "Yes."],
    ["quotes of quotes", "Yes.\n\n> On 1 Nov 2026, Max wrote:\n>> old\n> new", "Yes."],
    ["initials before the quote", "JD> Shall we meet?\nJD> Or not?\n\nYes.", "Yes."],
    ["a line that asks to reply above it", "Yes.\n\n##- Please type your reply above this line -##\n\nTicket 5\n", "Yes."],
    ["an attribution on the line of the answer", "Yes On Fri, Nov 20, 2026 at 10:15 AM, jane@example.com wrote:\n> Shall we meet?", "Yes"],
    ["Windows line ends", "Yes.\r\n\r\nJane <jane@example.com> wrote:\r\n\r\nShall we meet?\r\n", "Yes."],
  ])("leaves out %s", (_, text, reply) => {
    expect(replyText(text)).toBe(reply);
  });

  it.each([
    ["a signature", "Yes.\n\n-- \nMax Muster\nSent from my iPhone"],
    [
      "a forwarded message",
      "See below.\n\n---------- Forwarded message ---------\nFrom: Jane <jane@example.com>\nDate: Fri, 20 Nov 2026\nSubject: Offer\nTo: Max\n\nThe offer.",
    ],
    [
      "what Apple Mail forwards",
      "See below.\n\nBegin forwarded message:\n\n> From: Jane <jane@example.com>\n> Subject: Offer\n>\n> The offer.",
    ],
    ["prose that begins with On", "On the other hand, I wrote: this is fine.\n\nOn Monday we meet."],
    ["prose that quotes somebody", "As Jane wrote:\n\nthis is fine."],
    ["a memo", "Please post this.\n\nTO: All employees\nFROM: The board\nDATE: May 5, 2026\nSUBJECT: Summer party\n\nCome all."],
    ["an arrow made of signs", "Visit us now.\n>>> >>>  http://www.example.com <<<\nClick the link above."],
    ["a timetable", "Here is the flight.\n\nFrom: London\nTo: Paris\nDate: 5 May 2026\nTime: 10:15\n\nSafe travels."],
    ["an appointment", "Invitation:\n\nDate: Wednesday 3, October 2026\nTime: 7:00\nAddress: 130 Fox St\n\nBring your ID."],
    ["dashes and tables", "Service   Expires\n------------------\nDomain    June\n\n***\n\nBye"],
    ["code", "Try this:\n\nif (a > b) return;\n>= 5\n-> next\n#include <a@b>\n\nIt works."],
    ["a lonely comparison", "Growth was\n> 50 %\nthis year."],
    ["a sentence about a device", "The notification was sent from my iPhone app to all users."],
    ["times and addresses", "Call jane@example.com at 10:15 on 20.11.2026, she knows.\n\nRegards: Max"],
    ["a word for message in prose", "The original message was long.\n\nForwarded message handling is next."],
    ["a list with colons", "To do:\n\nFrom Monday: paint\nSubject to approval: windows"],
  ])("keeps %s", (_, text) => {
    expect(replyText(text)).toBe(text);
  });

  it("keeps what lies beyond the 10,000 lines that it reads, where the last of them stays", () => {
    const log = "step done\n".repeat(10_000);

    expect(replyText(`${log}Bye\n> quoted`)).toBe(`${log}Bye\n> quoted`);
    expect(replyText(`Yes\n\n${"> old\n".repeat(10_000)}old`)).toBe("Yes");
  });

  it("only ever removes whole lines, in whatever order they come", () => {
    const line = fc.constantFrom<string[]>(
      "",
      "word",
      "> quoted",
      "On 20 Nov 2026 at 10:15, Jane <j@x.example> wrote:",
      "Jane wrote:",
      "From: j@x.example",
      "Subject: x",
      "-----Original Message-----",
      "--",
      "____________",
      "Begin forwarded message:",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
        const stays = replyText(lines.join("\n")).split("\n");

        let at = 0;
        for (const line of stays.filter((text) => text !== "")) {
          at = lines.indexOf(line, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      }),
    );
  });
});
