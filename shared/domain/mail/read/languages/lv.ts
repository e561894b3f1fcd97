import type { Language } from "./language.ts";

/** Latvian. */
export const lv: Language = {
  wrote: {
    rakstīja: "piektd., 2026. g. 20. nov., plkst. 10:15 — lietotājs Jane Doe (<jane@example.com>) rakstīja:",
  },
  labels: {
    from: {
      no: "No: Jane Doe <jane@example.com>",
    },
    date: {
      datums: "Datums: 20.11.2026 10:15",
      nosūtīts: "Nosūtīts: 20.11.2026 10:15",
    },
    to: {
      kam: "Kam: Max Muster <max@example.com>",
    },
    subject: {
      tēma: "Tēma: Offer",
    },
  },
  sentFrom: {
    "{nosūtīts|sūtīts} no": "Nosūtīts no mana iPhone",
  },
  replyPrefixes: {
    atb: "Atb: Offer",
  },
  autoReplySubjects: {
    "automātisk{ā|a} atbilde": "Automātiskā atbilde: Offer",
  },
};
