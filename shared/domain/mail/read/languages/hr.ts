import type { Language } from "./language.ts";

/** Croatian. */
export const hr: Language = {
  wrote: {
    "napisao je": "pet, 20. stu 2026. u 10:15 Jane Doe <jane@example.com> napisao je:",
    "napisala je": "Jane Doe <jane@example.com> napisala je:",
    "napisao/la": "Jane Doe <jane@example.com> napisao/la:",
    napisao: "Jane Doe <jane@example.com> napisao:",
    napisala: "Jane Doe <jane@example.com> napisala:",
    "je pisao": "Jane Doe <jane@example.com> je pisao:",
    piše: "Jane Doe <jane@example.com> piše:",
  },
  beforeDate: {
    dana: "Dana 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    "dana:": "Dana: 20.11.2026 10:15, Jane Doe <jane@example.com> piše:",
  },
  labels: {
    from: {
      od: "Od: Jane Doe <jane@example.com>",
      šalje: "Šalje: Jane Doe <jane@example.com>",
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
      predmet: "Predmet: Offer",
      naslov: "Naslov: Offer",
    },
  },
  originalMessage: {
    "izvorna poruka": "----- Izvorna poruka -----",
    "originalna poruka": "----- Originalna poruka -----",
  },
  forwardedMessage: {
    "proslijeđena poruka": "---------- Proslijeđena poruka ----------",
  },
  sentFrom: {
    "poslano {iz|s|sa}": "Poslano s mog iPhonea",
  },
  autoReplySubjects: {
    "automatski odgovor": "Automatski odgovor: Offer",
    "izvan ureda": "Izvan ureda: Offer",
  },
  absenceSubjects: {
    odsutan: "Odsutan",
    odsutna: "Odsutna",
  },
};
