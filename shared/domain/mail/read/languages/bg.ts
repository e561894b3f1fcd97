import type { Language } from "./language.ts";

/** Bulgarian. */
export const bg: Language = {
  wrote: {
    написа: "На пт, 20.11.2026 г. в 10:15 Jane Doe <jane@example.com> написа:",
    написао: "Jane Doe <jane@example.com> написао:",
  },
  beforeDate: {
    на: "На пт, 20.11.2026 г. в 10:15 Jane Doe <jane@example.com> написа:",
  },
  firstPerson: {
    "{Аз|аз}": "На 16.11.2026 в 09:12 аз написа:",
  },
  asSomebody: {
    "{Както|както}": "Както Jane написа на 16.11.2026 в 09:12:",
  },
  labels: {
    from: {
      от: "От: Jane Doe <jane@example.com>",
    },
    date: {
      дата: "Дата: 20.11.2026 10:15",
      изпратено: "Изпратено: 20.11.2026 10:15",
    },
    to: {
      до: "До: Max Muster <max@example.com>",
    },
    cc: {
      копие: "Копие: Eve Doe <eve@example.com>",
    },
    subject: {
      относно: "Относно: Offer",
      тема: "Тема: Offer",
    },
  },
  originalMessage: {
    "оригинално съобщение": "----- Оригинално съобщение -----",
  },
  forwardedMessage: {
    "препратено съобщение": "---------- Препратено съобщение ----------",
  },
  sentFrom: {
    "изпратено от": "Изпратено от моя iPhone",
  },
  replyPrefixes: {
    на: "НА: Offer",
  },
  autoReplySubjects: {
    "автоматичен отговор": "Автоматичен отговор: Offer",
    "извън офиса": "Извън офиса: Offer",
  },
  bounceSubjects: {
    "не е доставен": "Не е доставен",
  },
};
