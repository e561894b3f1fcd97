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
