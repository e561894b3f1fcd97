import type { Language } from "./language.ts";

/** Estonian. */
export const et: Language = {
  wrote: {
    kirjutas: "Kuupäev R, 20. november 2026 kell 10:15 kirjutas Jane Doe <jane@example.com>:",
    kirjutab: "Jane Doe <jane@example.com> kirjutab:",
  },
  beforeDate: {
    kuupäev: "Kuupäev R, 20. november 2026 kell 10:15 kirjutas Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      saatja: "Saatja: Jane Doe <jane@example.com>",
    },
    date: {
      kuupäev: "Kuupäev: 20.11.2026 10:15",
      saadetud: "Saadetud: 20.11.2026 10:15",
    },
    to: {
      adresaat: "Adresaat: Max Muster <max@example.com>",
      adressaat: "Adressaat: Max Muster <max@example.com>",
      saaja: "Saaja: Max Muster <max@example.com>",
    },
    cc: {
      koopia: "Koopia: Eve Doe <eve@example.com>",
    },
    subject: {
      teema: "Teema: Offer",
    },
  },
  originalMessage: {
    "algne kiri": "----- Algne kiri -----",
    "algne sõnum": "----- Algne sõnum -----",
  },
  forwardedMessage: {
    "edasisaadetud {kiri|sõnum}": "---------- Edasisaadetud kiri ----------",
  },
  sentFrom: {
    "saadetud minu": "Saadetud minu iPhone'ist",
  },
  autoReplySubjects: {
    automaatvastus: "Automaatvastus: Offer",
    "automaatne vastus": "Automaatne vastus: Offer",
    "kontorist väljas": "Kontorist väljas: Offer",
  },
};
