import type { Language } from "./language.ts";

/** Kazakh. */
export const kk: Language = {
  autoReplySubjects: {
    "автоматты [түрде ]жауап[ беру| қайтару]": "Автоматты түрде жауап беру: Offer",
    "кеңседен тыс": "Кеңседен тыс: Offer",
  },
};
