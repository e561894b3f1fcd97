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

/** Norwegian. */
export const no: Language = {
  wrote: {
    skrev: "fre. 20. nov. 2026 kl. 10:15 skrev Jane Doe <jane@example.com>:",
    skreiv: "Jane Doe <jane@example.com> skreiv:",
    "har skrevet": "Jane Doe <jane@example.com> har skrevet:",
  },
  beforeDate: {
    på: "På 20. november 2026 kl. 10:15:00, skrev Jane Doe <jane@example.com>:",
    den: "Den fre 20 nov. 2026 kl 10:15 skrev Jane Doe <jane@example.com>:",
    "kl.": "Kl. 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  quoting: {
    siterer: "Siterer Jane Doe <jane@example.com>:",
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
      mottaker: "Mottaker: Max Muster <max@example.com>",
    },
    cc: {
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
    "opprinnelig melding": "----- Opprinnelig melding -----",
    "opprinnelig beskjed": "----- Opprinnelig beskjed -----",
    originalmelding: "----- Originalmelding -----",
  },
  forwardedMessage: {
    "videresendt {melding|e-post}": "---------- Videresendt melding ----------",
    "start på videresendt melding": "---------- Start på videresendt melding ----------",
    "begynnelse på videresendt melding": "---------- Begynnelse på videresendt melding ----------",
  },
  sentFrom: {
    "{skaff deg|få|last ned|hent} outlook for": "Skaff deg Outlook for iOS",
    "sendt fra": "Sendt fra min iPhone",
  },
  replyPrefixes: {
    sv: "SV: Offer",
    vs: "VS: Offer",
  },
  forwardPrefixes: {
    vs: "VS: Offer",
    vl: "VL: Offer",
  },
  autoReplySubjects: {
    fraværende: "Fraværende: Offer",
    "ikke til stede": "Ikke til stede: Offer",
    "automatisk svar": "Automatisk svar: Offer",
    autosvar: "Autosvar: Offer",
    "fraværs{melding|assistent}": "Fraværsmelding: Offer",
    feriemelding: "Feriemelding: Offer",
    "ikke på kontoret": "Ikke på kontoret: Offer",
  },
  absenceSubjects: {
    "på ferie": "På ferie",
    fravær: "Fravær",
  },
  autoReplyBodies: {
    "dette er {et|en} automatisk {svar|melding|autosvar|generert}": "Dette er et automatisk svar.",
  },
  absenceBodies: {
    "{e-postadressen|postadressen} … ikke lenger": "Denne e-postadressen er ikke lenger i bruk",
    "{adressen|adresse|postkassen|postkasse} … {brukes|er|leses} {ikke lenger|stengt|nedlagt}": "Denne adressen brukes ikke lenger",
    "ikke på {kontoret|jobb}": "Jeg er ikke på kontoret",
    "på {ferie|permisjon|reise}": "Jeg er på ferie",
    fraværende: "Jeg er fraværende til mandag",
    "{jobber|arbeider|er} ikke lenger {ansatt|hos|i|her}": "Jane jobber ikke lenger hos oss",
    "har mottatt {din|henvendelsen|e-posten|meldingen}": "Vi har mottatt din henvendelse",
  },
  acknowledgements: {
    "{hastesak|hastesaker|hastende|presserende}…kontakt": "Ved hastesaker kontakt Max",
    "skriv [heller |gjerne ]til": "Skriv heller til max@example.com",
    "takk for din {e-post|epost|mail|melding|henvendelse|forståelse}": "Takk for din e-post",
    "takk for {e-posten|henvendelsen|meldingen|mailen|e-post|at {du|dere} {kontakt|skriv|henvend}}": "Takk for e-posten",
    "{haster|akutt|viktige}…kontakt": "Hvis det haster, kontakt Max",
    "{vennligst kontakt|ta kontakt|kontakt gjerne}": "Vennligst kontakt Max",
    "{når jeg er tilbake|er tilbake|tilbake på kontoret}": "Jeg svarer når jeg er tilbake",
    "{så snart som|snarest} mulig": "Vi svarer så snart som mulig",
  },
  bounceSubjects: {
    "{levering|leveringen|melding|meldingen} {forsinket|utsatt}": "Levering forsinket",
    "forsinket {levering|melding}": "Forsinket levering",
    ulevert: "Ulevert",
    uleverbar: "Uleverbar",
    "kunne ikke leveres": "Meldingen kunne ikke leveres",
    "levering{en|} mislyktes": "Leveringen mislyktes",
  },
  bounceFailures: {
    "{kunne|kan|ble} ikke … {lever|sendes}": "Meldingen kunne ikke leveres",
    "levering{en|} … mislyktes": "Leveringen av meldingen mislyktes",
  },
  bounceIntroductions: {
    mottaker: "til mottakeren:",
  },
  automaticNotes: {
    "denne {meldingen|e-posten} er {sendt|generert} automatisk": "Denne meldingen er sendt automatisk",
    "dette er en automatisk generert {melding|e-post}": "Dette er en automatisk generert e-post",
  },
  receiptSubjects: {
    "{ulest|lest|levert}": "Lest: Offer",
    "{lesebekreftelse|kvittering}": "Lesebekreftelse: Offer",
  },
  receiptBodies: {
    "{ble|er} {lest|vist|åpnet}": "Meldingen ble lest fredag",
  },
  bounceDelays: {
    "{ennå ikke|ikke ennå|enda ikke|ikke … ennå}": "Meldingen er ennå ikke levert",
    "{ytterligere|nye|flere} {forsøk|leveringsforsøk}": "Nye forsøk vil bli gjort",
    "{forsinket|forsinkelse|utsatt}": "Leveringen er forsinket",
    "{fortsetter|prøver|prøve|forsøke} … {igjen|levere|videre}": "Serveren prøver igjen",
  },
  bounceGivesUp: {
    "{permanent|endelig|varig}": "Permanent feil",
    "{ingen flere|ikke flere|ingen ytterligere} … forsøk": "Ingen flere forsøk gjøres",
  },
  bounceReasonLabels: {
    "{årsak|grunn|feil|feilmelding}": "Årsak: postkassen er full",
  },
  closings: {
    "{med vennlig hilsen|vennlig hilsen}": "Med vennlig hilsen",
  },
};
