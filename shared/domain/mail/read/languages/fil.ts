import type { Language } from "./language.ts";

/** Filipino. */
export const fil: Language = {
  wrote: {
    "isinulat ni": "Noong Biy, Nob 20, 2026 nang 10:15 AM, isinulat ni Jane Doe <jane@example.com> ang:",
  },
  beforeDate: {
    noong: "Noong Biy, Nob 20, 2026 nang 10:15 AM, isinulat ni Jane Doe <jane@example.com> ang:",
  },
  autoReplySubjects: {
    "{awtomatikong|automatikong|awtomatikang} {tugon|sagot}": "Awtomatikong tugon: Offer",
  },
};
