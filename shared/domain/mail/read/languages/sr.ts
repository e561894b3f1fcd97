import type { Language } from "./language.ts";

/** Serbian. */
export const sr: Language = {
  wrote: {
    написао: "пет, 20. нов 2026. у 10:15 Jane Doe <jane@example.com> је написао:",
    написала: "Jane Doe <jane@example.com> написала:",
    napisao: "Jane Doe <jane@example.com> napisao:",
  },
  beforeDate: {
    дана: "Дана 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      од: "Од: Jane Doe <jane@example.com>",
      pošiljalac: "Pošiljalac: Jane Doe <jane@example.com>",
    },
    date: {
      датум: "Датум: 20.11.2026 10:15",
      poslato: "Poslato: 20.11.2026 10:15",
    },
    to: {
      за: "За: Max Muster <max@example.com>",
    },
    subject: {
      предмет: "Предмет: Offer",
    },
  },
  originalMessage: {
    "originalna poruka": "----- Originalna poruka -----",
  },
  forwardedMessage: {
    "prosleđena poruka": "---------- Prosleđena poruka ----------",
  },
  sentFrom: {
    "{послато|poslato} {са|sa|са мог|sa mog}": "Poslato sa mog iPhone-a",
  },
  autoReplySubjects: {
    "automatski odgovor": "Automatski odgovor: Offer",
    "аутоматски одговор": "Аутоматски одговор: Offer",
  },
};
