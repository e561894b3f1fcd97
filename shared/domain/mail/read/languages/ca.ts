import type { Language } from "./language.ts";

/** Catalan. */
export const ca: Language = {
  wrote: {
    "ha escrit": "El dia 20 de novembre de 2026 a les 10:15, Jane Doe <jane@example.com> ha escrit:",
    "va escriure": "Jane Doe <jane@example.com> va escriure:",
    escrigué: "Jane Doe <jane@example.com> escrigué:",
  },
  beforeDate: {
    el: "El dia 30 de setembre de 2014 a les 4:51, Jane Doe <jane@example.com> ha escrit:",
    "missatge de": "Missatge de 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  firstPerson: {
    "{Jo|jo}": "El 16/11/2026 a les 09:12 jo va escriure:",
  },
  asSomebody: {
    "{Com|com}": "Com Jane va escriure el 16/11/2026 a les 09:12:",
  },
  labels: {
    from: {
      de: "De: Jane Doe <jane@example.com>",
    },
    date: {
      data: "Data: 20.11.2026 10:15",
      enviat: "Enviat: 20.11.2026 10:15",
    },
    to: {
      a: "A: Max Muster <max@example.com>",
      "per a": "Per a: Max Muster <max@example.com>",
    },
    cc: {
      cc: "Cc: Eve Doe <eve@example.com>",
    },
    subject: {
      assumpte: "Assumpte: Offer",
    },
  },
  originalMessage: {
    "missatge original": "----- Missatge original -----",
  },
  forwardedMessage: {
    "missatge reenviat": "---------- Missatge reenviat ----------",
  },
  sentFrom: {
    "enviat {des del|des de|amb}": "Enviat des del meu iPhone",
    "{obteniu|obtén} l'outlook per": "Obteniu l'Outlook per a l'iOS",
  },
  replyPrefixes: {
    re: "RE: Offer",
  },
  forwardPrefixes: {
    rv: "RV: Offer",
  },
  autoReplySubjects: {
    "resposta automàtica": "Resposta automàtica: Offer",
    "respost{e|a} autom{à|á|a}tica": "Resposte automàtica: Offer",
    "fora de l'oficina": "Fora de l'oficina: Offer",
  },
};
