import type { Language } from "./language.ts";

/** Danish. */
export const da: Language = {
  wrote: {
    skrev: "Den fre. 20. nov. 2026 kl. 10.15 skrev Jane Doe <jane@example.com>:",
    "har skrevet": "Jane Doe <jane@example.com> har skrevet:",
  },
  beforeDate: {
    den: "Den fre 20 nov. 2026 kl 10:15 skrev Jane Doe <jane@example.com>:",
    "d.": "D. 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    "kl.": "Kl. 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    dia: "Dia 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  beforeTime: {
    "kl.": "Den 20. nov. 2026 kl. 10 skrev Jane Doe <jane@example.com>:",
  },
  quoting: {
    citerer: "Citerer Jane Doe <jane@example.com>:",
  },
  firstPerson: {
    "{Jeg|jeg}": "Den 16. nov. 2026 kl. 09.12 skrev jeg:",
  },
  asSomebody: {
    "{Som|som}": "Som Jane skrev 16.11.2026 kl. 09.12:",
  },
  labels: {
    from: {
      fra: "Fra: Jane Doe <jane@example.com>",
    },
    date: {
      sendt: "Sendt: 20.11.2026 10:15",
      dato: "Dato: 20.11.2026 10:15",
    },
    to: {
      til: "Til: Max Muster <max@example.com>",
      modtager: "Modtager: Max Muster <max@example.com>",
    },
    cc: {
      cc: "Cc: Eve Doe <eve@example.com>",
      kopi: "Kopi: Eve Doe <eve@example.com>",
    },
    subject: {
      emne: "Emne: Offer",
    },
    other: {
      "svar til": "Svar til: x",
    },
  },
  originalMessage: {
    "oprindelig meddelelse": "----- Oprindelig meddelelse -----",
    "original besked": "----- Original besked -----",
    "oprindelig besked": "----- Oprindelig besked -----",
  },
  forwardedMessage: {
    "videresendt {meddelelse|besked|mail}": "---------- Videresendt meddelelse ----------",
    "start på videresendt {besked|meddelelse}": "---------- Start på videresendt besked ----------",
  },
  sentFrom: {
    "hent outlook {til|for}": "Hent Outlook til iOS",
    "sendt fra": "Sendt fra min iPhone",
  },
  replyPrefixes: {
    sv: "SV: Offer",
    vs: "VS: Offer",
  },
  forwardPrefixes: {
    vs: "VS: Offer",
    videresend: "Videresend: Offer",
  },
  autoReplySubjects: {
    fraværende: "Fraværende",
    "ikke til stede": "Ikke til stede: Offer",
    "automatisk svar": "Automatisk svar: Offer",
    autosvar: "Autosvar: Offer",
    "fravær{smelding|sbesked|smeddelelse|sassistent}": "Fraværsmelding: Offer",
    "ferie{besked|meddelelse}": "Feriebesked: Offer",
    "ikke på kontoret": "Ikke på kontoret: Offer",
  },
  absenceSubjects: {
    "på ferie": "På ferie",
    fravær: "Fravær",
  },
  untilWords: {
    "{til|fra}": "Fravær til mandag",
  },
  autoReplyBodies: {
    "dette er {et|en} automatisk {svar|besked|autosvar|genereret}": "Dette er et automatisk svar.",
  },
  absenceBodies: {
    "{arbejder|er} ikke længere [ansat ]{hos|i|på|ved}": "Jeg arbejder ikke længere hos Example",
    "{adresse|adressen|postkasse|postkassen} … {bruges|er|læses} {ikke længere|lukket|nedlagt}": "Denne adresse bruges ikke længere",
    "ikke på kontoret": "Jeg er ikke på kontoret",
    "på {ferie|barsel|orlov|kursus}": "Jeg er på ferie",
    fraværende: "Jeg er fraværende til mandag",
    "{arbejder|er} ikke længere {ansat|hos|i|her|en}": "Jane arbejder ikke længere hos os",
    "har modtaget din": "Vi har modtaget din henvendelse",
  },
  acknowledgements: {
    "skriv [venligst |i stedet ]til": "Skriv venligst til max@example.com",
    "tak for {din|jeres|deres} {mail|e-mail|besked|henvendelse|forespørgsel|forståelse}": "Tak for din mail",
    "tak for {henvendelsen|mailen|beskeden|at {du|i|de} {kontakt|skriv|henvend}}": "Tak for henvendelsen",
    "{haster|akut|hastende|presserende|hastesag}…kontakt": "Hvis det haster, kontakt Max",
    "{kontakt venligst|venligst kontakt|du er velkommen|kan du kontakte|kontakt da}": "Kontakt venligst Max",
    "{når jeg er tilbage|er tilbage|vender tilbage}": "Jeg svarer, når jeg er tilbage",
    "{hurtigst|snarest} muligt": "Vi svarer hurtigst muligt",
  },
  bounceSubjects: {
    "{levering|leveringen|besked|meddelelse} {forsinket|udskudt}": "Levering forsinket",
    "forsinket {levering|besked}": "Forsinket levering",
    "kan ikke leveres": "Kan ikke leveres",
    "ikke leveret": "Ikke leveret",
    "kunne ikke {leveres|afleveres|sendes}": "Beskeden kunne ikke leveres",
    "{leveringsfejl|returneret {post|mail}}": "Leveringsfejl",
    "levering{en|} mislykkedes": "Levering mislykkedes",
  },
  bounceFailures: {
    "{kunne|kan|er|blev} ikke … {lever|afsend|afleveres|sendes}": "Din besked kunne ikke leveres",
    "levering{en|} … {mislykkedes|fejlede}": "Leveringen af din mail mislykkedes",
    "{modtageren|brugeren|adressen|postkassen} … {findes ikke|eksisterer ikke|er ukendt|er fuld}": "Adressen på modtageren findes ikke",
  },
  bounceIntroductions: {
    "{følgende|modtager}": "til følgende modtagere:",
  },
  automaticNotes: {
    "denne {mail|e-mail|besked|meddelelse} er {sendt|genereret|dannet} automatisk": "Denne mail er sendt automatisk",
    "dette er en {automatisk genereret|autogenereret} {mail|e-mail|besked|meddelelse}": "Dette er en automatisk genereret mail",
  },
  receiptSubjects: {
    "{ulæst|læst|leveret}": "Læst: Offer",
    "{læsekvittering|kvittering}": "Læsekvittering: Offer",
  },
  receiptBodies: {
    "{blev|er} {læst|vist|åbnet}": "Meddelelsen blev læst den 20. november",
  },
  bounceDelays: {
    "{endnu ikke|ikke endnu|ikke … endnu}": "Din besked er endnu ikke leveret",
    "{yderligere|nye|flere} {forsøg|leveringsforsøg}": "Der vil blive gjort nye forsøg",
    "{forsinket|forsinkelse|udskudt}": "Leveringen er forsinket",
    "{fortsætter|forsøger|forsøge|prøver|prøve} … {igen|levere|fortsat}": "Serveren prøver igen",
  },
  bounceGivesUp: {
    "{permanent|endelig|endeligt}": "Permanent fejl",
    "{ikke flere|ingen yderligere|ikke yderligere} … forsøg": "Der gøres ikke flere forsøg",
  },
  bounceReasonLabels: {
    "{årsag|grund|fejl|fejlmeddelelse}": "Årsag: postkassen er fuld",
  },
  closings: {
    "{med venlig hilsen|venlig hilsen|mvh|vh|hilsen}": "Med venlig hilsen",
  },
};
