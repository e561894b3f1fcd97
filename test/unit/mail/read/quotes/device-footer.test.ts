import { describe, expect, it } from "vitest";
import { replyText } from "#shared/mail/read/quotes/strip-text.ts";

describe("a rule with nothing below it", () => {
  it.each(["--", "-- ", "***", "_______", "\u1427\n--", "====\n####", "~~~~\n\n   -------"])("goes from the end of a reply: %j", (mark) => {
    expect(replyText(`Yes, Tuesday.\n\n${mark}\n\nOn Fri, Nov 20, 2026 at 10:15 AM Jane <j@x.example> wrote:\n> When?`)).toBe(
      "Yes, Tuesday.",
    );
  });

  it.each(["Yes.\n\n-- \nJane Doe", "One\n---\nTwo", "Yes :-)\n\n:)", "Why?\n\n??", "Yes\n\n+1", "---"])(
    "stays where it says something: %j",
    (text) => {
      expect(replyText(text)).toBe(text);
    },
  );
});

describe("the footer of a device or program", () => {
  it.each([
    "Sent from my iPhone",
    "Sent via BlackBerry from T-Mobile",
    "Get Outlook for Android <https://aka.ms/ghei36>",
    "Von meinem iPhone gesendet",
    "Envoyé de mon iPad",
    "Enviado desde mi iPhone",
    "Inviato da iPhone",
    "Verzonden vanaf mijn Samsung-tablet",
    "Skickat från min iPhone",
    "Wysłane z iPhone'a",
    "Отправлено с iPhone",
    "iPhone'umdan gönderildi",
    "发自我的 iPhone",
    "Outlook für Android herunterladen<https://aka.ms/ghei36>",
    "Outlook for iOS を入手",
    "Λήψη του Outlook για iOS<https://aka.ms/o0ukef>",
    "Pobierz program Outlook dla systemu Android",
    "Obtener Outlook para iOS <https://aka.ms/o0ukef>",
    "iOS için Outlook'u edinin<https://aka.ms/o0ukef>",
    "Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.",
    "Отправлено из мобильной Почты Mail.Ru",
    "Sent with [Proton Mail](https://proton.me/) secure email.",
    "\u202bأُرسلت من الـ iPhone\u202c    ",
    "נשלח מה-iPhone שלי",
    "मेरे iPhone से भेजा गया",
    "ส่งจาก iPhone ของฉัน",
    "Đã gửi từ iPhone của tôi",
    "Dikirim dari iPhone saya",
    "Envoyé depuis mon iPhone\n\nVon meinem Mobilgerät gesendet",
  ])("goes from the end of a reply: %s", (footer) => {
    expect(replyText(`Yes, Tuesday.\n\n${footer}\n\nOn Fri, Nov 20, 2026 at 10:15 AM Jane <j@x.example> wrote:\n> When?`)).toBe(
      "Yes, Tuesday.",
    );
  });

  it.each([
    ["stands in the sender's signature", "Yes.\n\n-- \nMax Muster\nSent from my iPhone"],
    ["is all there is", "Sent from my iPhone"],
    [
      "is a sentence of the sender's",
      "The parcel was sent from our office. I called you from my phone about it, twice, on Tuesday and on Wednesday.",
    ],
    ["is followed by more", "Sent from my iPhone\n\nMore tomorrow"],
    ["speaks of mail", "Thanks.\n\nI sent it by mail yesterday"],
    ["asks for mail", "Thanks.\n\nPlease send me a mail tomorrow."],
    ["tells what was sent", "Thanks.\n\nI sent you the Outlook file"],
    ["asks to get something", "Thanks.\n\nGet an iPhone and call me"],
    ["names no device", "Yes.\n\nSent from Berlin"],
    ["goes on as a sentence", "Yes.\n\nSent from my desk I can see the harbour"],
    ["tells of its writer", "Yes.\n\nSent from my phone so I can't open the file"],
    ["speaks of Outlook", "Yes.\n\nOutlook für Android ist auch neu"],
  ])("stays when it %s", (_when, text) => {
    expect(replyText(text)).toBe(text);
  });
});
