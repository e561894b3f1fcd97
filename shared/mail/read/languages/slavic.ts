import type { Language } from "./language.ts";

/** Belarusian. */
export const be: Language = {
  wrote: {
    напісаў: "пт, 20 ліс. 2026 г. у 10:15 Jane Doe <jane@example.com> напісаў:",
  },
  sentFrom: {
    "{адпраўлена|даслана} з": "Адпраўлена з майго iPhone",
  },
  autoReplySubjects: {
    "аўтаматычны адказ": "Аўтаматычны адказ: Offer",
  },
};

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

/** Ukrainian. */
export const uk: Language = {
  wrote: {
    пише: "пт, 20 лист. 2026 р. о 10:15 Jane Doe <jane@example.com> пише:",
    "написав(ла)": "20.11.26 10:15, Jane Doe написав(ла):",
    написав: "Jane Doe <jane@example.com> написав:",
    написала: "Jane Doe <jane@example.com> написала:",
    писав: "Jane Doe <jane@example.com> писав:",
  },
  firstPerson: {
    "{Я|я|Ми|ми}": "16.11.2026 о 09:12 я пише:",
  },
  asSomebody: {
    "{Як|як}": "Як Jane пише 16.11.2026 о 09:12:",
  },
  labels: {
    from: {
      від: "Від: Jane Doe <jane@example.com>",
    },
    date: {
      дата: "Дата: 20.11.2026 10:15",
      надіслано: "Надіслано: 20.11.2026 10:15",
      відправлено: "Відправлено: 20.11.2026 10:15",
    },
    to: {
      кому: "Кому: Max Muster <max@example.com>",
    },
    cc: {
      копія: "Копія: Eve Doe <eve@example.com>",
    },
    subject: {
      тема: "Тема: Offer",
    },
  },
  originalMessage: {
    "початкове повідомлення": "----- Початкове повідомлення -----",
    "вихідне повідомлення": "----- Вихідне повідомлення -----",
    "первісне повідомлення": "----- Первісне повідомлення -----",
  },
  forwardedMessage: {
    "{переслане|перенаправлене} повідомлення": "---------- Переслане повідомлення ----------",
    "початок {листа, що пересилається|переадресованого повідомлення|пересланого повідомлення}":
      "---------- Початок листа, що пересилається ----------",
  },
  sentFrom: {
    "{отримати|завантажити} outlook для": "Отримати Outlook для iOS",
    "надіслано з": "Надіслано з iPhone",
  },
  replyPrefixes: {},
  autoReplySubjects: {
    "автоматичн{а|е|ий} {відповідь|повідомлення|відгук}": "Автоматичне повідомлення: Offer",
    "автоматична відповідь": "Автоматична відповідь: Offer",
    "автовідповід{ь|ач}": "Автовідповідь: Offer",
    "поза офісом": "Поза офісом: Offer",
  },
  absenceSubjects: {
    "у відпустці": "У відпустці",
  },
  bounceSubjects: {
    "{затримка|відкладен} … {доставк|повідомлен|лист}": "Затримка доставки",
    "не … доставлен": "Повідомлення не доставлено",
    "не вдалося доставити": "Не вдалося доставити",
    "не може бути доставлен": "Не може бути доставлен",
  },
  automaticNotes: {
    "{цей|це} {лист|повідомлення} {сформовано|надіслано|створено|згенеровано} автоматично": "Це повідомлення створено автоматично",
  },
  bounceDelays: {
    "{поки|ще|досі} не {доставлен|було|вдалося}": "Ваш лист ще не доставлено",
    "{спроб|доставк}[и|а]…{продовж|повтор|будуть}": "Спроби доставки будуть продовжені",
    "{затримк|затриман|відкладен}": "Доставка затримується: затримка доставки",
  },
  bounceGivesUp: {
    "{остаточн|постійна помилка|припинен}": "Доставку остаточно припинено",
  },
  bounceReasonLabels: {
    причина: "Причина: скринька переповнена",
  },
  absenceBodies: {
    "{відсутній|відсутня} {в|у|на|до}": "Я відсутній в офісі",
    "у відпустці": "Я у відпустці",
    "більше не працю{ю|є}": "Я більше не працюю в компанії",
  },
  acknowledgements: {
    "{термінових|невідкладних|терміново}…{зверн|зверт|телеф}": "З термінових питань звертайтесь до",
    "{будь ласка|прошу}[,] {зверніться|звертайтес|зв'яжіться}": "Будь ласка, зверніться до",
    "дякую за {лист|ваш лист|повідомлення}": "Дякую за лист",
  },
};
