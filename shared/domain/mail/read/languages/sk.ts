import type { Language } from "./language.ts";

/** Slovak. */
export const sk: Language = {
  wrote: {
    "napísal(a)": "pi 20. 11. 2026 o 10:15 Jane Doe <jane@example.com> napísal(a):",
    napísala: "Jane Doe <jane@example.com> napísala:",
    napísal: "Jane Doe <jane@example.com> napísal:",
    píše: "Jane Doe <jane@example.com> píše:",
  },
  beforeDate: {
    dňa: "Dňa 30. septembra 2014 4:51 Jane Doe <jane@example.com> napísal(a):",
  },
  quoting: {
    citujem: "Citujem Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      od: "Od: Jane Doe <jane@example.com>",
      odosielateľ: "Odosielateľ: Jane Doe <jane@example.com>",
    },
    date: {
      dátum: "Dátum: 20.11.2026 10:15",
      odoslané: "Odoslané: 20.11.2026 10:15",
      odosláno: "Odosláno: 20.11.2026 10:15",
    },
    to: {
      komu: "Komu: Max Muster <max@example.com>",
      pre: "Pre: Max Muster <max@example.com>",
    },
    cc: {
      kopia: "Kopia: Eve Doe <eve@example.com>",
      kópia: "Kópia: Eve Doe <eve@example.com>",
    },
    subject: {
      predmet: "Predmet: Offer",
    },
  },
  originalMessage: {
    "pôvodná správa": "----- Pôvodná správa -----",
  },
  forwardedMessage: {
    "preposlaná správa": "---------- Preposlaná správa ----------",
    "začiatok preposlanej správy": "---------- Začiatok preposlanej správy ----------",
  },
  sentFrom: {
    "získať outlook pre": "Získať Outlook pre iOS",
    "{získajte|stiahnuť} outlook pre": "Stiahnuť Outlook pre Android",
    "odoslan{é|e} z": "Odoslané z iPhonu",
  },
  replyPrefixes: {
    re: "RE: Offer",
    odp: "Odp: Offer",
  },
  autoReplySubjects: {
    "automatická odpoveď": "Automatická odpoveď: Offer",
    "mimo kancelárie": "Mimo kancelárie: Offer",
  },
  absenceSubjects: {
    neprítomnosť: "Neprítomnosť",
    dovolenka: "Dovolenka",
  },
  bounceFailures: {
    "{nemožno|nebola|nebolo možné|nepodarilo sa} … doruč": "Správu nebolo možné doručiť",
  },
  bounceDelays: {
    "{zatiaľ|doteraz|ešte} {nebol|nebolo|sa nepodarilo|nemohl}": "Vaša správa zatiaľ nebola doručená",
    "{ďalšie|opakované|nové} pokus": "Budú vykonané ďalšie pokusy",
    "{oneskoren|oneskorenie|odložen}": "Doručenie správy je oneskorené",
    "{bude|budeme|budú} … {opakovan|znova|pokúš|pokračov}": "Server sa bude znova pokúšať",
  },
  bounceGivesUp: {
    "{trval|definitívn|konečn}": "Trvalá chyba",
    "{ďalšie pokusy|už} … {nebudú|nebude}": "Ďalšie pokusy už nebudú",
  },
  bounceReasonLabels: {
    "{dôvod|príčina|chyba}": "Dôvod: schránka je plná",
  },
  bounceSubjects: {
    "{doručenie|správa|správy} … {oneskoren|odložen}": "Doručenie správy oneskorené",
    "{oneskorené|oneskorenie} {doručenie|doručenia|správy}": "Oneskorené doručenie",
    nedoručiteľn: "Nedoručiteľná správa",
    "{nemožno|nepodarilo sa} doručiť": "Správu nemožno doručiť",
  },
  absenceBodies: {
    "{už|viac} nepracuj{em|e}": "Už nepracujem vo firme",
  },
};
