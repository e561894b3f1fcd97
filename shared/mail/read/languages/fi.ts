import type { Language } from "./language.ts";

/** Finnish. */
export const fi: Language = {
  wrote: {
    kirjoitti: "pe 20. marrask. 2026 klo 10.15 Jane Doe (jane@example.com) kirjoitti:",
    kirjoittaa: "Jane Doe <jane@example.com> kirjoittaa:",
  },
  beforeTime: {
    klo: "Jane Doe <jane@example.com> kirjoitti 20.11.2026 klo 10:",
  },
  quoting: {
    "lainaus käyttäjältä": "Lainaus käyttäjältä Jane Doe <jane@example.com>:",
  },
  firstPerson: {
    "{Minä|minä}": "Minä kirjoitti 16.11.2026 klo 09.12:",
  },
  asSomebody: {
    "{Kuten|kuten}": "Kuten Jane kirjoitti 16.11.2026 klo 09.12:",
  },
  labels: {
    from: {
      lähettäjä: "Lähettäjä: Jane Doe <jane@example.com>",
    },
    date: {
      lähetetty: "Lähetetty: 20.11.2026 10:15",
      päivämäärä: "Päivämäärä: 20.11.2026 10:15",
      päiväys: "Päiväys: 20.11.2026 10:15",
    },
    to: {
      vastaanottaja: "Vastaanottaja: Max Muster <max@example.com>",
      saaja: "Saaja: Max Muster <max@example.com>",
    },
    cc: {
      kopio: "Kopio: Eve Doe <eve@example.com>",
    },
    subject: {
      aihe: "Aihe: Offer",
    },
  },
  originalMessage: {
    "alkuperäinen viesti": "----- Alkuperäinen viesti -----",
  },
  forwardedMessage: {
    "edelleenlähetetty viesti": "---------- Edelleenlähetetty viesti ----------",
    "välitetty viesti": "---------- Välitetty viesti ----------",
    "välitetyn viestin alku": "---------- Välitetyn viestin alku ----------",
  },
  sentFrom: {
    "hanki outlook {for|iosille|androidille}": "Hanki Outlook for iOS",
    lähetetty: "Lähetetty iPhonesta",
  },
  replyPrefixes: {
    vs: "VS: Offer",
  },
  forwardPrefixes: {
    vl: "VL: Offer",
  },
  autoReplySubjects: {
    "automaattinen vastaus": "Automaattinen vastaus: Offer",
    automaattivastaus: "Automaattivastaus: Offer",
    "poissaolo{ilmoitus|viesti}": "Poissaoloilmoitus: Offer",
    "poissa {toimistosta|toimistolta}": "Poissa toimistosta: Offer",
  },
  absenceSubjects: {
    lomalla: "Lomalla",
    poissa: "Poissa",
  },
  autoReplyBodies: {
    "tämä on automaattinen {vastaus|viesti|ilmoitus}": "Tämä on automaattinen vastaus.",
  },
  absenceBodies: {
    "en [ole ]enää {työskentele|töissä|palveluksessa}": "En enää työskentele yrityksessä",
    "{osoite|sähköpostiosoite|postilaatikko} ei ole enää": "Tämä sähköpostiosoite ei ole enää käytössä",
    "{poissa|en ole} {toimistolta|toimistosta|töistä|toimistolla|paikalla|töissä}": "Olen poissa toimistolta",
    "{lomalla|vuosilomalla|vapaalla|äitiyslomalla|vanhempainvapaalla}": "Olen lomalla",
    "ei {enää |}{ole enää|työskentele|enää työskentele}": "Jane ei enää työskentele meillä",
    "olemme vastaanottaneet {viesti|yhteydenotto|pyyntö}": "Olemme vastaanottaneet viestisi",
    "{viestisi|yhteydenottosi|pyyntösi} on {vastaanotettu|kirjattu}": "Viestisi on vastaanotettu",
  },
  acknowledgements: {
    "kiitos {viestistä|viestistäsi|sähköpostistasi|yhteydenotostasi|yhteydenotosta|viestistänne}": "Kiitos viestistäsi",
    "{kiireellis|kiireis}…{ota|ottaa|yhtey|yhteydes}": "Kiireellisissä asioissa ota yhteyttä",
    "ota{ |thaan |ttehan }yhteyttä": "Ota yhteyttä Maxiin",
    "{palattuani|kun palaan|palaan}": "Vastaan palattuani",
    "{mahdollisimman pian|pikimmiten}": "Vastaamme mahdollisimman pian",
  },
  bounceSubjects: {
    "{toimitus|viesti} {viivästy|myöhästy}": "Toimitus viivästynyt",
    "viivästynyt {toimitus|viesti}": "Viivästynyt toimitus",
    "toimittaminen epäonnistui": "Toimittaminen epäonnistui",
    "ei voi{da|tu} toimittaa": "Ei voida toimittaa",
  },
  bounceFailures: {
    "ei {voitu|voida|voi|voitu} … {toimitta|lähettä}": "Viestiäsi ei voitu toimittaa",
    "toimitus … epäonnistui": "Viestin toimitus vastaanottajalle epäonnistui",
  },
  bounceIntroductions: {
    vastaanottaj: "seuraaville vastaanottajille:",
  },
  automaticNotes: {
    "tämä {viesti|sähköposti} on {lähetetty|luotu} automaattisesti": "Tämä viesti on lähetetty automaattisesti",
  },
  receiptSubjects: {
    "{lukematta|luettu|toimitettu}": "Luettu: Offer",
    lukukuittaus: "Lukukuittaus: Offer",
  },
  receiptBodies: {
    "{luettiin|on luettu|avattiin}": "Viestisi luettiin 20.11.2026",
  },
  bounceDelays: {
    "{ei ole vielä|ei vielä|vielä ei}": "Viestiäsi ei ole vielä toimitettu",
    "{uusia|lisää|uudelleen} … {yrit|toimitusyrit}": "Uusia toimitusyrityksiä tehdään",
    "{viivästy|myöhästy|viivästynyt}": "Viestin toimitus viivästyy",
    "{yrittää|yritetään|jatketaan} … {uudelleen|yrit|toimit}": "Palvelin yrittää uudelleen",
  },
  bounceGivesUp: {
    "{lopullinen|lopullisesti|pysyvä|pysyvästi}": "Toimitus epäonnistui lopullisesti",
    "{ei enää yritetä|ei yritetä enää}": "Toimitusta ei enää yritetä",
  },
  bounceReasonLabels: {
    "{syy|virhe|aiheuttaja}": "Syy: postilaatikko on täynnä",
  },
  closings: {
    "ystävällisin terveisin": "Ystävällisin terveisin",
  },
};
