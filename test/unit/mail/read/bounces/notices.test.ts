import { describe, expect, it } from "vitest";
import { bounceClass } from "#shared/mail/read/bounces/bounce-class.ts";
import { readBounce } from "#shared/mail/read/bounces/read-bounce.ts";
import { aMail } from "../raw-mail.ts";
import { notices } from "./notices-by-language.ts";

const noticeOf = (subject: string, body: string) => {
  const headers = {
    From: "Mail Delivery System <MAILER-DAEMON@mx.example>",
    Subject: `=?utf-8?B?${Buffer.from(subject).toString("base64")}?=`,
    "Return-Path": "<>",
    "Content-Type": "text/plain; charset=utf-8",
  };
  return readBounce(aMail({ headers, body }));
};

describe.each(Object.entries(notices))("a notice without a report part, in %s", (_, notice) => {
  it.each([
    ...notice.full.map((reason) => ["mailbox_full", reason] as const),
    ...notice.unknown.map((reason) => ["unknown_user", reason] as const),
  ])("says why mail failed: %s, %s", (kind, reason) => {
    const bounce = noticeOf(notice.subject, `${notice.failed}\n\nlost@gone.example\n\n${reason}\n`);

    expect(bounce).toMatchObject({ final: true, recipients: [{ email: "lost@gone.example", action: "failed" }] });
    expect(bounce && bounceClass(bounce)).toBe(kind);
    expect(reason).toContain(bounce?.reason);
    expect(bounce?.reason).not.toBe("");
  });

  it.each(notice.delays)("tells of mail that is still on its way: %s", (text) => {
    const bounce = noticeOf(notice.delaySubject, text.replace("@", "lost@gone.example"));

    expect(bounce).toMatchObject({ final: false });
    expect(bounce?.recipients.filter(({ action }) => action === "failed")).toEqual([]);
  });

  it("is final with a permanent reply, whatever else it says", () => {
    const [text = ""] = notice.delays;

    const bounce = noticeOf(
      notice.delaySubject,
      `${text.replace("@", "lost@gone.example")}\n\n550 5.1.1 <lost@gone.example> User unknown\n`,
    );

    expect(bounce).toMatchObject({ final: true });
  });
});

it.each([
  [
    "Warning: could not send message for past 4 hours",
    "Your message to @ has not been delivered yet. We will keep trying for up to 3 days.",
  ],
  ["Undelivered mail warning (4 hours)", "The mail for @ remains queued. The next attempt will be made in 30 minutes."],
  ["Avertissement", "La remise de votre message à @ est retardée. Inutile de le renvoyer."],
  ["Aviso de demora", "No es necesario que reenvíe el mensaje. Se reintentará la entrega a @."],
  ["Zakasnela dostava", "Vaše sporočilo za @ še ni bilo dostavljeno. Strežnik bo poskušal znova."],
  ["Kohaletoimetamine viibib", "Teie kirja aadressile @ ei ole veel kohale toimetatud. Server proovib edasi."],
  ["Piegāde aizkavēta", "Jūsu ziņojums @ vēl nav piegādāts. Serveris turpinās mēģināt."],
  ["Pristatymas vėluoja", "Jūsų laiškas @ dar nepristatytas. Serveris ir toliau bandys."],
  ["Lliurament endarrerit", "El vostre missatge per a @ encara no s'ha lliurat. El servidor continuarà intentant-ho."],
  ["Mail queued", "Your mail to @ is still in the queue because the remote host is busy. Attempts continue."],
  ["Καθυστέρηση παράδοσης", "Το μήνυμά σας προς @ δεν έχει παραδοθεί ακόμη. Θα γίνουν νέες προσπάθειες."],
  ["Isporuka odgođena", "Vaša poruka za @ još nije isporučena. Pokušat ćemo ponovno."],
  ["Забавяне на доставката", "Съобщението ви до @ все още не е доставено. Ще опитаме отново."],
  ["Thư bị trì hoãn", "Thư của bạn gửi đến @ chưa được gửi. Chúng tôi sẽ tiếp tục thử lại."],
  ["Pengiriman tertunda", "Pesan Anda ke @ belum terkirim. Kami akan mencoba lagi."],
  ["המסירה מתעכבת", "ההודעה שלך אל @ טרם נמסרה. המערכת תנסה שוב."],
  ["تأخر التسليم", "لم يتم تسليم رسالتك إلى @ بعد. سنحاول مرة أخرى."],
])("tells of mail that is still on its way: %s", (subject, text) => {
  expect(noticeOf(subject, text.replace("@", "lost@gone.example"))).toMatchObject({ final: false });
});

it.each([
  ["Nie dostarczono wiadomości", "Wiadomości do @ nie udało się dostarczyć. Dalsze próby nie będą podejmowane. Adres nie istnieje."],
  ["İletiniz teslim edilemedi", "@ adresine iletiniz teslim edilemedi. Başka deneme yapılmayacak. Alıcı bulunamadı."],
  ["Pristatymas nepavyko", "Laiško nepavyko pristatyti @. Vartotojas nerastas."],
  ["Isporuka nije uspjela", "Vaša poruka za @ nije isporučena: adresa ne postoji."],
  ["Неуспешна доставка", "Съобщението ви до @ не може да бъде доставено. Адресът не съществува."],
  ["Không gửi được thư", "Thư của bạn gửi đến @ không gửi được. Địa chỉ không tồn tại."],
  ["Pengiriman gagal", "Pesan Anda ke @ tidak dapat dikirim. Alamat tidak ditemukan."],
  ["המסירה נכשלה", "לא ניתן היה למסור את ההודעה אל @. הכתובת אינה קיימת."],
  ["ส่งไม่สำเร็จ", "ไม่สามารถส่งข้อความถึง @ ไม่พบที่อยู่"],
])("tells of mail that came back: %s", (subject, text) => {
  const bounce = noticeOf(subject, text.replace("@", "lost@gone.example"));

  expect(bounce).toMatchObject({ final: true, recipients: [{ email: "lost@gone.example", action: "failed" }] });
});

it("is not final in a notice without any sign of the end", () => {
  expect(noticeOf("Your message", "About your message to lost@gone.example: we look into it.")?.final ?? false).toBe(false);
  expect(noticeOf("Delivery Status Notification", "lost@gone.example\n\n451 4.7.1 please try again later\n")?.final).toBe(false);
});

it.each([
  ["a carrier", "Delivery failed", "We could not deliver your parcel. We will try again tomorrow."],
  ["a carrier, in German", "Zustellung fehlgeschlagen", "Ihr Paket konnte nicht zugestellt werden. Der Empfänger war nicht anwesend."],
  ["a service", "Webhook delivery failed", "Delivery of the webhook to https://x.example failed. The message could not be delivered."],
])("of %s that names no address is no bounce, although a program sent it", (_, subject, body) => {
  const headers = { From: "Notices <noreply@carrier.example>", Subject: subject, "Auto-Submitted": "auto-generated" };

  expect(readBounce(aMail({ headers, body }))).toBeUndefined();
  expect(readBounce(aMail({ headers, body: `${body}\n\n<lost@gone.example>` }))).toBeDefined();
});
