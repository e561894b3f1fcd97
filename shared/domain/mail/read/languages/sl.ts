import type { Language } from "./language.ts";

/** Slovenian. */
export const sl: Language = {
  wrote: {
    napisal: "Jane Doe <jane@example.com> napisal:",
    napisala: "V V pet., 20. nov. 2026 ob 10:15 je oseba Jane Doe <jane@example.com> napisala:",
    "napisal(a)": "Jane Doe <jane@example.com> napisal(a):",
    "je pisal": "Jane Doe <jane@example.com> je pisal:",
  },
  beforeDate: {
    dne: "Dne 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    v: "V V pet., 20. nov. 2026 ob 10:15 je oseba Jane Doe <jane@example.com> napisala:",
  },
  labels: {
    from: {
      od: "Od: Jane Doe <jane@example.com>",
      pošiljatelj: "Pošiljatelj: Jane Doe <jane@example.com>",
    },
    date: {
      datum: "Datum: 20.11.2026 10:15",
      poslano: "Poslano: 20.11.2026 10:15",
    },
    to: {
      za: "Za: Max Muster <max@example.com>",
      prima: "Prima: Max Muster <max@example.com>",
    },
    subject: {
      zadeva: "Zadeva: Offer",
    },
  },
  originalMessage: {
    "izvirno sporočilo": "----- Izvirno sporočilo -----",
    "prvotno sporočilo": "----- Prvotno sporočilo -----",
  },
  forwardedMessage: {
    "posredovano sporočilo": "---------- Posredovano sporočilo ----------",
  },
  sentFrom: {
    "poslano {iz|z}": "Poslano iz mojega iPhona",
  },
  autoReplySubjects: {
    "samodejni odgovor": "Samodejni odgovor: Offer",
  },
  absenceSubjects: {
    odsoten: "Odsoten",
    odsotna: "Odsotna",
    odsotnost: "Odsotnost",
  },
};
