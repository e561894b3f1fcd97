import type { Language } from "./language.ts";

/** Macedonian. */
export const mk: Language = {
  wrote: {
    напиша: "На пет, 20 ное 2026 во 10:15 Jane Doe <jane@example.com> напиша:",
  },
  beforeDate: {
    на: "На 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      од: "Од: Jane Doe <jane@example.com>",
    },
    date: {
      датум: "Датум: 20.11.2026 10:15",
    },
    to: {
      до: "До: Max Muster <max@example.com>",
    },
    subject: {
      предмет: "Предмет: Offer",
    },
  },
  sentFrom: {
    "испратено од": "Испратено од мојот iPhone",
  },
  autoReplySubjects: {
    "автоматск{и одговор|о одговор|а порака}": "Автоматски одговор: Offer",
    "надвор од канцеларија": "Надвор од канцеларија: Offer",
  },
};
