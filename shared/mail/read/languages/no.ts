import type { Language } from "./language.ts";

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
