import type { Language } from "./language.ts";

/** Danish. */
export const da: Language = {
  wrote: {
    skrev: "Den fre. 20. nov. 2026 kl. 10.15 skrev Jane Doe <jane@example.com>:",
    "har skrevet": "Jane Doe <jane@example.com> har skrevet:",
  },
  beforeDate: {
    den: "Den fre 20 nov. 2026 kl 10:15 skrev Jane Doe <jane@example.com>:",
    "d.": "D. 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    "kl.": "Kl. 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    dia: "Dia 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  quoting: {
    citerer: "Citerer Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      fra: "Fra: Jane Doe <jane@example.com>",
    },
    date: {
      sendt: "Sendt: 20.11.2026 10:15",
      dato: "Dato: 20.11.2026 10:15",
    },
    to: {
      til: "Til: Max Muster <max@example.com>",
      modtager: "Modtager: Max Muster <max@example.com>",
    },
    cc: {
      cc: "Cc: Eve Doe <eve@example.com>",
      kopi: "Kopi: Eve Doe <eve@example.com>",
    },
    subject: {
      emne: "Emne: Offer",
    },
    other: {
      "svar til": "Svar til: x",
    },
  },
  originalMessage: {
    "oprindelig meddelelse": "----- Oprindelig meddelelse -----",
    "original besked": "----- Original besked -----",
    "oprindelig besked": "----- Oprindelig besked -----",
  },
  forwardedMessage: {
    "videresendt {meddelelse|besked|mail}": "---------- Videresendt meddelelse ----------",
    "start på videresendt {besked|meddelelse}": "---------- Start på videresendt besked ----------",
  },
  sentFrom: {
    "sendt fra": "Sendt fra min iPhone",
  },
  replyPrefixes: {
    sv: "SV: Offer",
    vs: "VS: Offer",
  },
  forwardPrefixes: {
    vs: "VS: Offer",
    videresend: "Videresend: Offer",
  },
  autoReplySubjects: {
    "automatisk svar": "Automatisk svar: Offer",
    autosvar: "Autosvar: Offer",
    "fravær{smelding|sbesked|smeddelelse|sassistent}": "Fraværsmelding: Offer",
    "ferie{besked|meddelelse}": "Feriebesked: Offer",
    "ikke på kontoret": "Ikke på kontoret: Offer",
  },
  absenceSubjects: {
    "på ferie": "På ferie",
    fravær: "Fravær",
  },
  noticeSubjects: {
    "kan ikke leveres": "Kan ikke leveres",
    "ikke leveret": "Ikke leveret",
  },
};
