import type { Language } from "./language.ts";

/** Arabic. */
export const ar: Language = {
  wrote: {
    "كتب/كتبت": "في ٢٠ نوفمبر ٢٠٢٦، الساعة ١٠:١٥ ص، كتب/كتبت Jane Doe <jane@example.com>:",
    كتبت: "Jane Doe <jane@example.com> كتبت:",
    كتب: "Jane Doe <jane@example.com> كتب:",
  },
  beforeDate: {
    في: "في ٢٠ نوفمبر ٢٠٢٦، الساعة ١٠:١٥ ص، كتب/كتبت Jane Doe <jane@example.com>:",
    بتاريخ: "بتاريخ 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  firstPerson: {
    أنا: "في 16/11/2026 09:12 أنا كتب:",
  },
  labels: {
    from: {
      من: "من: Jane Doe <jane@example.com>",
    },
    date: {
      التاريخ: "التاريخ: 20.11.2026 10:15",
      تاريخ: "تاريخ: 20.11.2026 10:15",
      "تم الإرسال": "تم الإرسال: 20.11.2026 10:15",
    },
    to: {
      إلى: "إلى: Max Muster <max@example.com>",
      الى: "الى: Max Muster <max@example.com>",
    },
    cc: {
      نسخة: "نسخة: Eve Doe <eve@example.com>",
      عناية: "عناية: Eve Doe <eve@example.com>",
    },
    subject: {
      الموضوع: "الموضوع: Offer",
      موضوع: "موضوع: Offer",
    },
  },
  originalMessage: {
    "الرسالة الأصلية": "----- الرسالة الأصلية -----",
    "رسالة أصلية": "----- رسالة أصلية -----",
  },
  forwardedMessage: {
    "رسالة {مُعاد|معاد} توجيهها": "---------- رسالة مُعاد توجيهها ----------",
    "الرسالة المعاد توجيهها": "---------- الرسالة المعاد توجيهها ----------",
  },
  sentFrom: {
    "{أُرسلت|أرسلت|أُرسل|مُرسل|تم الإرسال} من": "أُرسلت من الـ iPhone",
    "{احصل|الحصول} على outlook": "احصل على Outlook لـ iOS",
  },
  replyPrefixes: {
    رد: "رد: Offer",
  },
  forwardPrefixes: {},
  autoReplySubjects: {
    "[ال]رد [ال]تلقائي": "رد تلقائي: Offer",
    "رد آلي": "رد آلي: Offer",
    "خارج المكتب": "خارج المكتب: Offer",
  },
  bounceSubjects: {
    "{تعذر|فشل} {تسليم|التسليم}": "تعذر تسليم",
  },
  nameParticles: {
    "{bin|al}": "Jane bin Doe",
  },
};
