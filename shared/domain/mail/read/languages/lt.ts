import type { Language } from "./language.ts";

/** Lithuanian. */
export const lt: Language = {
  wrote: {
    rašė: "2026-11-20, pn, 10:15 Jane Doe <jane@example.com> rašė:",
    parašė: "Jane Doe <jane@example.com> parašė:",
  },
  labels: {
    from: {
      nuo: "Nuo: Jane Doe <jane@example.com>",
    },
    date: {
      išsiųsta: "Išsiųsta: 20.11.2026 10:15",
    },
    to: {
      kam: "Kam: Max Muster <max@example.com>",
    },
    subject: {
      tema: "Tema: Offer",
    },
  },
  sentFrom: {
    "išsiųsta iš": "Išsiųsta iš mano iPhone",
  },
  autoReplySubjects: {
    "automatinis {atsakymas|pranešimas}": "Automatinis pranešimas: Offer",
    "automatinis atsakymas": "Automatinis atsakymas: Offer",
  },
};
