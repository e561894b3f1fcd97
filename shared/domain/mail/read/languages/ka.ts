import type { Language } from "./language.ts";

/** Georgian. */
export const ka: Language = {
  autoReplySubjects: {
    "ავტომატური {პასუხი|შეტყობინება}": "ავტომატური პასუხი: Offer",
    "ოფისში არ ვარ": "ოფისში არ ვარ: Offer",
  },
};
