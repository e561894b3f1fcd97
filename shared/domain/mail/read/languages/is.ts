import type { Language } from "./language.ts";

/** Icelandic. */
export const is: Language = {
  wrote: {
    skrifaði: "fös., 20. nóv. 2026 kl. 10:15 skrifaði Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      frá: "Frá: Jane Doe <jane@example.com>",
    },
    date: {
      "dags.": "Dags.: 20.11.2026 10:15",
    },
    to: {
      til: "Til: Max Muster <max@example.com>",
    },
    subject: {
      efni: "Efni: Offer",
    },
  },
  autoReplySubjects: {
    "sjálfvirkt svar": "Sjálfvirkt svar: Offer",
  },
};
