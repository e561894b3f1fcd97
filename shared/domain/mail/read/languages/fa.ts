import type { Language } from "./language.ts";

/** Persian. */
export const fa: Language = {
  wrote: {
    نوشت: "در تاریخ جمعه ۲۰ نوامبر ۲۰۲۶،‏ ۱۰:۱۵ Jane Doe <jane@example.com> نوشت:",
    نوشته: "Jane Doe <jane@example.com> نوشته:",
  },
  beforeDate: {
    در: "در تاریخ جمعه ۲۰ نوامبر ۲۰۲۶،‏ ۱۰:۱۵ Jane Doe <jane@example.com> نوشت:",
  },
  labels: {
    from: {
      از: "از: Jane Doe <jane@example.com>",
    },
    date: {
      تاریخ: "تاریخ: 20.11.2026 10:15",
    },
    to: {
      به: "به: Max Muster <max@example.com>",
    },
    subject: {
      موضوع: "موضوع: Offer",
    },
  },
  sentFrom: {
    "{ارسال|فرستاده} شده از": "ارسال شده از iPhone من",
  },
  autoReplySubjects: {
    "پاسخ خودکار": "پاسخ خودکار: Offer",
  },
};
