import type { Language } from "./language.ts";

/** Galician. */
export const gl: Language = {
  wrote: {
    escribiu: "O 20/11/2026 ás 10:15, Jane Doe <jane@example.com> escribiu:",
    escrebeu: "Jane Doe <jane@example.com> escrebeu:",
  },
  beforeDate: {
    o: "O 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    a: "A 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      de: "De: Jane Doe <jane@example.com>",
    },
    to: {
      para: "Para: Max Muster <max@example.com>",
    },
    subject: {
      asunto: "Asunto: Offer",
    },
  },
  originalMessage: {
    "mensaxe orixinal": "----- Mensaxe orixinal -----",
  },
  forwardedMessage: {
    "mensaxe reenviada": "---------- Mensaxe reenviada ----------",
  },
  sentFrom: {
    "enviado {dende|desde} o": "Enviado dende o meu iPhone",
  },
  autoReplySubjects: {
    "resposta automática": "Resposta automática: Offer",
    "fora da oficina": "Fora da oficina: Offer",
  },
};
