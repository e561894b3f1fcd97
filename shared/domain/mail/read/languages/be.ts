import type { Language } from "./language.ts";

/** Belarusian. */
export const be: Language = {
  wrote: {
    напісаў: "пт, 20 ліс. 2026 г. у 10:15 Jane Doe <jane@example.com> напісаў:",
  },
  sentFrom: {
    "{адпраўлена|даслана} з": "Адпраўлена з майго iPhone",
  },
  autoReplySubjects: {
    "аўтаматычны адказ": "Аўтаматычны адказ: Offer",
  },
};
