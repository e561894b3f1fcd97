import type { Language } from "./language.ts";

/** Turkish. */
export const tr: Language = {
  wrote: {
    "şunu yazdı": "Jane Doe <jane@example.com>, 20 Kas 2026 Cum, 10:15 tarihinde şunu yazdı:",
    "şunları yazdı": "Jane Doe <jane@example.com> şunları yazdı (20 Kas 2026 10:15):",
    yazdı: "20.11.2026 10:15 tarihinde Jane Doe yazdı:",
    yazmış: "Jane Doe <jane@example.com> yazmış:",
  },
  beforeDate: {
    tarihinde: "Tarihinde 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      kimden: "Kimden: Jane Doe <jane@example.com>",
      gönderen: "Gönderen: Jane Doe <jane@example.com>",
      gönderici: "Gönderici: Jane Doe <jane@example.com>",
    },
    date: {
      gönderilme: "Gönderilme: 20.11.2026 10:15",
      tarih: "Tarih: 20.11.2026 10:15",
      "gönderme tarihi": "Gönderme tarihi: 20.11.2026 10:15",
      "gönderilme tarihi": "Gönderilme tarihi: 20.11.2026 10:15",
      gönderildi: "Gönderildi: 20.11.2026 10:15",
    },
    to: {
      kime: "Kime: Max Muster <max@example.com>",
      alıcı: "Alıcı: Max Muster <max@example.com>",
    },
    cc: {
      bilgi: "Bilgi: Eve Doe <eve@example.com>",
    },
    subject: {
      konu: "Konu: Offer",
    },
  },
  originalMessage: {
    "orijinal mesaj": "----- Orijinal mesaj -----",
    "özgün ileti": "----- Özgün ileti -----",
    "özgün mesaj": "----- Özgün mesaj -----",
    "asıl mesaj": "----- Asıl mesaj -----",
  },
  forwardedMessage: {
    "iletilen {ileti|mesaj|e-posta}": "---------- Iletilen ileti ----------",
    "yönlendirilmiş ileti": "---------- Yönlendirilmiş ileti ----------",
    "iletilmiş mesaj": "---------- Iletilmiş mesaj ----------",
  },
  sentFrom: {
    "{ios|android} için outlook": "iOS için Outlook'u edinin",
  },
  sentFromAtEnd: {
    gönderildi: "iPhone'umdan gönderildi",
    "cihazımdan gönderildi": "Galaxy cihazımdan gönderildi",
  },
  replyPrefixes: {
    ynt: "Ynt: Offer",
  },
  forwardPrefixes: {
    ilt: "Ilt: Offer",
    i̇lt: "İlt: Offer",
    İlt: "İlt: Offer",
  },
  autoReplySubjects: {
    "büro dışında": "Büro dışında: Offer",
    "otomatik {yanıt|cevap|yanit}": "Otomatik yanıt: Offer",
    "ofis dışında": "Ofis dışında: Offer",
  },
  absenceSubjects: {
    "izinde[yim]": "Izinde",
  },
  autoReplyBodies: {
    "bu {bir |}otomatik {bir |}{yanıt|cevap|mesaj|yanıttır|cevaptır|mesajdır}": "Bu otomatik bir yanıttır.",
  },
  absenceBodies: {
    "adresi … artık": "Bu e-posta adresi artık kullanılmıyor",
    "{adres|hesap|posta kutusu} … {artık|kapatıl}": "Bu adres artık kullanılmıyor",
    "{ofis|büro} dışında": "Ofis dışındayım",
    "{izinde|izindeyim|tatilde|yıllık izinde}": "Yıllık izindeyim",
    "artık…{çalışmıyor|çalışmamaktadır}": "Jane artık şirketimizde çalışmıyor",
    "{mesajınız|talebiniz|e-postanız|başvurunuz}…{alınmıştır|alındı|ulaştı|ulaşmıştır|oluşturuldu}": "Talebiniz alınmıştır",
  },
  acknowledgements: {
    "lütfen…{yazın|yazınız|gönderin}": "Lütfen max@example.com adresine yazın",
    "{mesajınız|e-postanız|iletiniz|ilginiz} için {teşekkür|teşekkürler}": "E-postanız için teşekkür ederim",
    "acil…{iletişim|ulaş|ara|başvur}": "Acil durumlarda Max ile iletişime geçin",
    "{iletişime geç|irtibata geç}": "Lütfen Max ile iletişime geçin",
    döndüğümde: "Döndüğümde yanıtlayacağım",
    "en kısa {sürede|zamanda}": "En kısa sürede yanıtlayacağız",
  },
  bounceSubjects: {
    "{teslim|teslimat|iletim|ileti|mesaj} … {gecik|ertelen}": "Teslimat gecikti",
    "{teslim edilemedi|iletilemedi}": "Teslim edilemedi",
  },
  bounceFailures: {
    "{teslim edilemedi|iletilemedi|ulaştırılamadı}": "Mesajınız teslim edilemedi",
  },
  bounceIntroductions: {
    alıcı: "aşağıdaki alıcılara:",
  },
  automaticNotes: {
    "bu {mesaj|e-posta|ileti} otomatik {olarak |}{gönderil|oluşturul|üretil}": "Bu e-posta otomatik olarak gönderilmiştir",
  },
  receiptSubjects: {
    "{okunmadı|okundu|teslim edildi}": "Okundu: Offer",
    "okundu bilgisi": "Okundu bilgisi: Offer",
  },
  receiptBodies: {
    "{okundu|tarihinde okun|açıldı}": "İletiniz okundu",
  },
  bounceDelays: {
    "henüz {teslim|ilet|ulaş|gönder}": "Mesajınız henüz teslim edilemedi",
    "{yeniden|tekrar|yine} {den|gönder|iletil}": "Teslimat yeniden denenecek",
    "{gecik|gecikti|ertelen}": "Mesajınızın teslimi gecikti",
    "{denemeler|denemeye|deneme} … {devam|sürdür|yapıl}": "Denemeye devam edilecek",
  },
  bounceGivesUp: {
    "{kalıcı|kesin olarak|tamamen}": "Kalıcı hata",
    "{{artık|bir daha|tekrar} den{en|e}me{yecek|z}|{başka|yeni} deneme yapılma}": "Bir daha denenmeyecek",
  },
  bounceReasonLabels: {
    "{neden|nedeni|sebep|hata}": "Neden: posta kutusu dolu",
  },
  closings: {
    "{saygılarımla|saygılar}": "Saygılarımla",
  },
};
