import type { Language } from "./language.ts";

/** Basque. */
export const eu: Language = {
  wrote: {
    "idatzi du": "Jane Doe <jane@example.com> idatzi du:",
  },
  labels: {
    from: {
      nork: "Nork: Jane Doe <jane@example.com>",
    },
    subject: {
      gaia: "Gaia: Offer",
    },
  },
  autoReplySubjects: {
    "erantzun automatikoa": "Erantzun automatikoa: Offer",
  },
};
