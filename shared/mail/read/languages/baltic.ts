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

/** Icelandic. */
export const is: Language = {
  wrote: {
    skrifaði: "fös., 20. nóv. 2026 kl. 10:15 skrifaði Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      frá: "Frá: Jane Doe <jane@example.com>",
    },
    date: {
      "dags.": "Dags.: 20.11.2026 10:15",
    },
    to: {
      til: "Til: Max Muster <max@example.com>",
    },
    subject: {
      efni: "Efni: Offer",
    },
  },
  autoReplySubjects: {
    "sjálfvirkt svar": "Sjálfvirkt svar: Offer",
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
