import type { Language } from "./language.ts";

/** Greek. */
export const el: Language = {
  wrote: {
    έγραψε: "Στις Παρ 20 Νοε 2026 στις 10:15 π.μ., ο χρήστης Jane Doe <jane@example.com> έγραψε:",
    έγραψαν: "Jane Doe <jane@example.com> έγραψαν:",
    γράφει: "Jane Doe <jane@example.com> γράφει:",
  },
  beforeDate: {
    στις: "Στις Παρ 20 Νοε 2026 στις 10:15 π.μ., ο χρήστης Jane Doe <jane@example.com> έγραψε:",
    την: "Την 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    τη: "Τη 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  firstPerson: {
    "{Εγώ|εγώ}": "Στις 16/11/2026 09:12, εγώ έγραψε:",
  },
  asSomebody: {
    "{Όπως|όπως}": "Όπως Jane έγραψε 16/11/2026 09:12:",
  },
  labels: {
    from: {
      από: "Από: Jane Doe <jane@example.com>",
      αποστολέας: "Αποστολέας: Jane Doe <jane@example.com>",
    },
    date: {
      ημερομηνία: "Ημερομηνία: 20.11.2026 10:15",
      στάλθηκε: "Στάλθηκε: 20.11.2026 10:15",
    },
    to: {
      προς: "Προς: Max Muster <max@example.com>",
    },
    cc: {
      "κοιν.": "Κοιν.: Eve Doe <eve@example.com>",
      κοινοποίηση: "Κοινοποίηση: Eve Doe <eve@example.com>",
    },
    subject: {
      θέμα: "Θέμα: Offer",
    },
  },
  originalMessage: {
    "αρχικό μήνυμα": "----- Αρχικό μήνυμα -----",
  },
  forwardedMessage: {
    "προωθημένο μήνυμα": "---------- Προωθημένο μήνυμα ----------",
  },
  sentFrom: {
    "λήψη του outlook": "Λήψη του Outlook για Android",
    "στάλθηκε από": "Στάλθηκε από το iPhone μου",
  },
  replyPrefixes: {
    απ: "ΑΠ: Offer",
    σχετ: "Σχετ: Offer",
  },
  forwardPrefixes: {
    πρθ: "Πρθ: Offer",
  },
  autoReplySubjects: {
    "αυτόματη απάντηση": "Αυτόματη απάντηση: Offer",
    "αυτόματο μήνυμα": "Αυτόματο μήνυμα: Offer",
    "εκτός γραφείου": "Εκτός γραφείου: Offer",
  },
  bounceSubjects: {
    "αποτυχία παράδοσης": "Αποτυχία παράδοσης",
  },
};
