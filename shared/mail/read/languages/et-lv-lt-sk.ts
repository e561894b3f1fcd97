import type { Language } from "./language.ts";

/** Estonian. */
export const et: Language = {
  wrote: {
    kirjutas: "Kuupäev R, 20. november 2026 kell 10:15 kirjutas Jane Doe <jane@example.com>:",
    kirjutab: "Jane Doe <jane@example.com> kirjutab:",
  },
  beforeDate: {
    kuupäev: "Kuupäev R, 20. november 2026 kell 10:15 kirjutas Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      saatja: "Saatja: Jane Doe <jane@example.com>",
    },
    date: {
      kuupäev: "Kuupäev: 20.11.2026 10:15",
      saadetud: "Saadetud: 20.11.2026 10:15",
    },
    to: {
      adresaat: "Adresaat: Max Muster <max@example.com>",
      adressaat: "Adressaat: Max Muster <max@example.com>",
      saaja: "Saaja: Max Muster <max@example.com>",
    },
    cc: {
      koopia: "Koopia: Eve Doe <eve@example.com>",
    },
    subject: {
      teema: "Teema: Offer",
    },
  },
  originalMessage: {
    "algne kiri": "----- Algne kiri -----",
    "algne sõnum": "----- Algne sõnum -----",
  },
  forwardedMessage: {
    "edasisaadetud {kiri|sõnum}": "---------- Edasisaadetud kiri ----------",
  },
  sentFrom: {
    "saadetud minu": "Saadetud minu iPhone'ist",
  },
  autoReplySubjects: {
    automaatvastus: "Automaatvastus: Offer",
    "automaatne vastus": "Automaatne vastus: Offer",
    "kontorist väljas": "Kontorist väljas: Offer",
  },
  bounceSubjects: {
    "{{kohaletoimetami|edastami}ne {viibi|ebaõnnestu}|kirja ei saanud kohale}": "Kohaletoimetamine viibib",
  },
  bounceDelays: {
    "{ei ole|pole} [veel ]…{veel} [kohale ]{toimetat|jõud|edasta}": "Kirja ei ole veel kohale toimetatud",
    "{viibib|hilineb|edasi lükatud}": "Kohaletoimetamine viibib",
    "{proovib|proovitakse|proovime} {edasi|uuesti}": "Server proovib edasi",
  },
  bounceFailures: {
    "{ei saanud|ei õnnestunud|ebaõnnestus} … {toimetada|edastada|kohaletoimetamine}": "Kirja ei õnnestunud kohale toimetada",
  },
  bounceGivesUp: {
    "{lõplik|rohkem ei proovi}": "Rohkem ei proovita",
  },
};

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
  bounceSubjects: {
    "{{pristatym|siuntim}{as|o} {vėluoj|nepavyk|klaid}|nepristatyt}": "Pristatymas vėluoja",
  },
  bounceDelays: {
    "dar {nepristatyt|nebuvo pristatyt|neišsiųst}": "Laiškas dar nepristatytas",
    "{vėluoja|atidėt}": "Pristatymas vėluoja",
    "{toliau|vėl|dar kartą} {band|mėgin}": "Serveris ir toliau bandys",
  },
  bounceFailures: {
    "{nepavyko|negalima} … {pristatyti|išsiųsti}": "Laiško nepavyko pristatyti",
  },
  bounceGivesUp: {
    "{galutin|daugiau nebus band}": "Daugiau nebus bandoma",
  },
};

/** Latvian. */
export const lv: Language = {
  wrote: {
    rakstīja: "piektd., 2026. g. 20. nov., plkst. 10:15 — lietotājs Jane Doe (<jane@example.com>) rakstīja:",
  },
  labels: {
    from: {
      no: "No: Jane Doe <jane@example.com>",
    },
    date: {
      datums: "Datums: 20.11.2026 10:15",
      nosūtīts: "Nosūtīts: 20.11.2026 10:15",
    },
    to: {
      kam: "Kam: Max Muster <max@example.com>",
    },
    subject: {
      tēma: "Tēma: Offer",
    },
  },
  sentFrom: {
    "{nosūtīts|sūtīts} no": "Nosūtīts no mana iPhone",
  },
  replyPrefixes: {
    atb: "Atb: Offer",
  },
  autoReplySubjects: {
    "automātisk{ā|a} atbilde": "Automātiskā atbilde: Offer",
  },
  bounceSubjects: {
    "{piegāde {aizkav|neizdev}|nav piegādāt}": "Piegāde aizkavēta",
  },
  bounceDelays: {
    "vēl {nav|nebija} {piegādāt|nosūtīt}": "Ziņojums vēl nav piegādāts",
    "{aizkavē|aizkavējusies|atlikt}": "Piegāde aizkavēta",
    "{turpinās|mēģinās} [vēl |atkārtoti ]{mēģinā|vēlreiz|atkal}": "Serveris turpinās mēģināt",
  },
  bounceFailures: {
    "{neizdevās|nevarēja} … {piegādāt|nosūtīt}": "Ziņojumu neizdevās piegādāt",
  },
  bounceGivesUp: {
    "{galīg|vairs netiks mēģin}": "Vairs netiks mēģināts",
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
