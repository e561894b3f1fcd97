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
  sentFromAtEnd: {
    gönderildi: "iPhone'umdan gönderildi",
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
    "otomatik {yanıt|cevap|yanit}": "Otomatik yanıt: Offer",
    "ofis dışında": "Ofis dışında: Offer",
  },
  absenceSubjects: {
    "izinde[yim]": "Izinde",
  },
  noticeSubjects: {
    "{teslim edilemedi|iletilemedi}": "Teslim edilemedi",
  },
};
