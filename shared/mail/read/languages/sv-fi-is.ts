import type { Language } from "./language.ts";

/** Swedish. */
export const sv: Language = {
  wrote: {
    skrev: "Den fre 20 nov. 2026 kl 10:15 skrev Jane Doe <jane@example.com>:",
    "har skrivit": "Jane Doe <jane@example.com> har skrivit:",
  },
  beforeDate: {
    den: "Den fre 20 nov. 2026 kl 10:15 skrev Jane Doe <jane@example.com>:",
    på: "På 30. september 2014 kl. 04:51:00, skrev Jane Doe <jane@example.com>:",
    "kl.": "Kl. 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  quoting: {
    citerar: "Citerar Jane Doe <jane@example.com>:",
  },
  firstPerson: {
    "{Jag|jag}": "Den 16 nov. 2026 kl. 09:12 skrev jag:",
  },
  asSomebody: {
    "{Som|som}": "Som Jane skrev 2026-11-16 kl. 09:12:",
  },
  labels: {
    from: {
      från: "Från: Jane Doe <jane@example.com>",
      avsändare: "Avsändare: Jane Doe <jane@example.com>",
    },
    date: {
      datum: "Datum: 20.11.2026 10:15",
      skickat: "Skickat: 20.11.2026 10:15",
      "datum skickat": "Datum skickat: 20.11.2026 10:15",
    },
    to: {
      till: "Till: Max Muster <max@example.com>",
      mottagare: "Mottagare: Max Muster <max@example.com>",
    },
    cc: {
      cc: "Cc: Eve Doe <eve@example.com>",
      kopia: "Kopia: Eve Doe <eve@example.com>",
    },
    subject: {
      ämne: "Ämne: Offer",
    },
    other: {
      "svar till": "Svar till: x",
      bilagor: "Bilagor: x",
    },
  },
  originalMessage: {
    "ursprungligt meddelande": "----- Ursprungligt meddelande -----",
    originalmeddelande: "----- Originalmeddelande -----",
    "original meddelande": "----- Original meddelande -----",
  },
  forwardedMessage: {
    "vidarebefordrat {meddelande|brev|mejl|mail}": "---------- Vidarebefordrat meddelande ----------",
    "början på vidarebefordrat {meddelande|brev|mejl}": "---------- Början på vidarebefordrat meddelande ----------",
  },
  sentFrom: {
    "skaffa outlook för": "Skaffa Outlook för Android",
    "hämta outlook för": "Hämta Outlook för iOS",
    "skickat från": "Skickat från min iPhone",
  },
  replyPrefixes: {
    sv: "SV: Offer",
    re: "RE: Offer",
  },
  forwardPrefixes: {
    vb: "VB: Offer",
  },
  autoReplySubjects: {
    "frånvaro:": "Frånvaro: Offer",
    "automatisk[t] {svar|besvarelse}": "Automatisk svar: Offer",
    autosvar: "Autosvar: Offer",
    frånvaromeddelande: "Frånvaromeddelande: Offer",
    semestersvar: "Semestersvar: Offer",
    "{ej|inte} på kontoret": "Ej på kontoret: Offer",
  },
  absenceSubjects: {
    "på semester": "På semester",
    frånvaro: "Frånvaro",
  },
  untilWords: {
    "{till|från}": "Frånvaro till måndag",
  },
  autoReplyBodies: {
    "{detta|det här} är ett {automatiskt|autogenererat} {svar|meddelande}": "Detta är ett automatiskt svar.",
  },
  absenceBodies: {
    "{e-postadressen|mejladressen} … {inte|ej} längre": "Den här e-postadressen används inte längre",
    "{adress|adressen|brevlådan|brevlåda} … {används|är|läses} {inte längre|ej längre|stängd}": "Den här adressen används inte längre",
    "{föräldra|mamma|pappa|tjänst}ledig": "Jag är föräldraledig till mars",
    "inte på kontoret": "Jag är inte på kontoret",
    "på {semester|föräldraledighet|tjänsteresa}": "Jag är på semester",
    "{frånvarande|ledig} {till|från|fram|tills|mellan}": "Jag är frånvarande till måndag",
    "{arbetar|jobbar} inte längre": "Jane arbetar inte längre hos oss",
    "inte längre anställd": "Jane är inte längre anställd",
    "har {mottagit|tagit emot|fått} {ditt|din|ert}": "Vi har mottagit ditt meddelande",
  },
  acknowledgements: {
    "{skriv|mejla|maila} {till|istället|i stället}": "Skriv till max@example.com",
    "ny[a] {adress|mejladress|e-postadress}": "Min nya adress är jane@new.example",
    "tack för [{ditt|din|ert|er} ]{mejl|mail|e-post|e-mail|meddelande|förfrågan|förståelse|ärende}": "Tack för ditt mejl",
    "tack för att {du|ni} {kontakta|hör|skriv|mejla}": "Tack för att du kontaktar oss",
    "{brådskande|akut|akuta}…{kontakt|ring}": "Vid brådskande ärenden, kontakta Max",
    "{vänligen |var vänlig |}kontakta": "Vänligen kontakta Max",
    "{när jag är tillbaka|vid min återkomst|åter på kontoret|tillbaka igen}": "Jag svarar när jag är tillbaka",
    "så snart {som möjligt|vi kan|jag kan}": "Vi svarar så snart som möjligt",
  },
  bounceSubjects: {
    "{leverans|leveransen|meddelande|meddelandet} {försenad|försenat|fördröjd|fördröjt}": "Leverans försenad",
    "försenad leverans": "Försenad leverans",
    olevererbar: "Olevererbar",
    "går inte att leverera": "Går inte att leverera",
    "kunde inte {levereras|leverera|skickas}": "Meddelandet kunde inte levereras",
    "{leveransfel|returnerad e-post}": "Leveransfel",
    "leverans{en|} misslyckades": "Leveransen misslyckades",
  },
  bounceFailures: {
    "{kunde|kan|gick|har|går} {inte|ej} … {lever|skicka|nå}": "Ditt meddelande kunde inte levereras",
    "leverans{en|} … misslyckades": "Leveransen till mottagaren misslyckades",
    "{mottagaren|användaren|adressen|brevlådan} … {finns inte|existerar inte|är okänd|är full}": "Brevlådan hos mottagaren är full",
  },
  bounceIntroductions: {
    "{följande|mottagar}": "till följande mottagare:",
  },
  automaticNotes: {
    "{detta|det här} {meddelande|meddelandet|mail|mejl|mejlet} {är|har} {automatiskt|autogenererat|skickats automatiskt|genererats automatiskt}":
      "Detta meddelande har skickats automatiskt",
  },
  receiptSubjects: {
    "{oläst|läst|levererat}": "Läst: Offer",
    "{läskvitto|kvittens}": "Läskvitto: Offer",
  },
  receiptBodies: {
    "{lästes|har lästs|har öppnats}": "Ditt meddelande lästes den 20 november",
  },
  bounceDelays: {
    "{ännu inte|inte ännu|ännu ej}": "Ditt meddelande har ännu inte levererats",
    "{inte|ej} … {levererats|levererat} ännu": "har inte levererats ännu",
    "{ytterligare|nya|fler} {försök|leveransförsök}": "Nya försök kommer att göras",
    "{försenad|försenat|fördröjd|fördröjt|försening|fördröjning}": "Leveransen är försenad",
    "{fortsätter|fortsätta|försöka|försöker} … {igen|försöka|leverera}": "Servern fortsätter försöka",
  },
  bounceGivesUp: {
    "{permanent|slutgiltig|slutgiltigt|definitiv}": "Permanent fel",
    "{inga fler|inga ytterligare|ej fler} … försök": "Inga fler försök görs",
  },
  bounceReasonLabels: {
    "{orsak|anledning|fel|felmeddelande}": "Orsak: brevlådan är full",
  },
  closings: {
    "{med vänliga hälsningar|vänliga hälsningar|hälsningar|mvh}": "Med vänliga hälsningar",
  },
};

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
