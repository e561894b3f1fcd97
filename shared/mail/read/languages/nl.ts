import type { Language } from "./language.ts";

/** Dutch. */
export const nl: Language = {
  wrote: {
    schreef: "Op vr 20 nov 2026 om 10:15 schreef Jane Doe <jane@example.com>:",
    "het volgende geschreven": "Op 20 nov. 2026, om 10:15 heeft Jane Doe <jane@example.com> het volgende geschreven:",
    "heeft geschreven": "Jane Doe <jane@example.com> heeft geschreven:",
    geschreven: "Jane Doe <jane@example.com> geschreven:",
  },
  beforeDate: {
    op: "Op vr 20 nov 2026 om 10:15 schreef Jane Doe <jane@example.com>:",
    "d.": "D. 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  quoting: {
    citeren: "Citeren Jane Doe <jane@example.com>:",
  },
  inMessage: {
    "in bericht": ">>> Op 20-11-2026 om 10:15 in bericht <5F@example.com>, Jane Doe <jane@example.com>:",
  },
  firstPerson: {
    "{Ik|ik|Wij|wij}": "Op 16-11-2026 om 09:12 schreef ik:",
  },
  asSomebody: {
    "{Zoals|zoals}": "Zoals Jane op 16-11-2026 om 09:12 schreef:",
  },
  labels: {
    from: {
      van: "Van: Jane Doe <jane@example.com>",
      afzender: "Afzender: Jane Doe <jane@example.com>",
    },
    date: {
      datum: "Datum: 20.11.2026 10:15",
      verzonden: "Verzonden: 20.11.2026 10:15",
      "verzonden op": "Verzonden op: 20.11.2026 10:15",
    },
    to: {
      aan: "Aan: Max Muster <max@example.com>",
      geadresseerde: "Geadresseerde: Max Muster <max@example.com>",
    },
    cc: {
      cc: "Cc: Eve Doe <eve@example.com>",
      kopie: "Kopie: Eve Doe <eve@example.com>",
    },
    subject: {
      onderwerp: "Onderwerp: Offer",
    },
    other: {
      "antwoord aan": "Antwoord aan: x",
      prioriteit: "Prioriteit: x",
      bijlagen: "Bijlagen: x",
      bijlage: "Bijlage: x",
    },
  },
  originalMessage: {
    "oorspronkelijk bericht": "----- Oorspronkelijk bericht -----",
    "originele bericht": "----- Originele bericht -----",
    "oorspronkelijke bericht": "----- Oorspronkelijke bericht -----",
    "origineel bericht": "----- Origineel bericht -----",
  },
  forwardedMessage: {
    "doorgestuurd bericht": "---------- Doorgestuurd bericht ----------",
    "begin doorgestuurd bericht": "---------- Begin doorgestuurd bericht ----------",
  },
  replyAboveThisLine: {
    "{antwoord|reageer|typ|schrijf} … boven deze {lijn|regel}": "--- Antwoord boven deze lijn ---",
  },
  sentFrom: {
    "outlook voor {ios|android} {downloaden|ophalen}": "Outlook voor iOS downloaden",
    "download outlook voor": "Download Outlook voor Android",
    "{verzonden|verstuurd} {vanaf|met|via|vanuit}": "Verzonden vanaf mijn iPhone",
  },
  speakers: {
    "{ik|wij}": "Verzonden vanaf mijn smartphone, ik ben onderweg",
  },
  replyPrefixes: {
    antw: "Antw: Offer",
    re: "RE: Offer",
  },
  forwardPrefixes: {
    doorst: "Doorst: Offer",
    fw: "FW: Offer",
  },
  autoReplySubjects: {
    "niet aanwezig": "Niet aanwezig: Offer",
    "automatisch[e] {antwoord|beantwoording|reactie|bericht}": "Automatisch antwoord: Offer",
    "afwezigheids{bericht|melding|assistent}": "Afwezigheidsbericht: Offer",
    "vakantie{bericht|melding}": "Vakantiebericht: Offer",
    "buiten kantoor": "Buiten kantoor: Offer",
    "niet op kantoor": "Niet op kantoor: Offer",
  },
  afterAutoReply: {
    op: "Automatisch antwoord op Offer",
  },
  absenceSubjects: {
    "afwezig[heid]": "Afwezig",
    "{met|op} vakantie": "Met vakantie",
  },
  untilWords: {
    "{t/m|tot|van}": "Afwezig tot maandag",
  },
  autoReplyBodies: {
    "dit is een automatisch{ |e }{antwoord|bericht|reactie|gegenereerd}": "Dit is een automatisch antwoord.",
  },
  absenceBodies: {
    "{werk|werkt} [ik ]niet {meer|langer}": "Ik werk niet meer bij Example",
    "{heb|heeft} … {bedrijf|organisatie} verlaten": "Ik heb het bedrijf verlaten",
    "[e-mail|e-|mail]{adres|mailbox|postvak} … {niet {meer|langer}|is gewijzigd|is gesloten|is opgeheven}":
      "Dit e-mailadres is niet meer in gebruik",
    "{niet op|buiten} {kantoor|het kantoor}": "Ik ben niet op kantoor",
    "{met|op} {vakantie|verlof|zwangerschapsverlof}": "Ik ben met vakantie",
    "{ben|ben ik|is}…afwezig": "Ik ben tot maandag afwezig",
    "niet [langer |meer ]{meer |}{werkzaam|in dienst}": "Jane is niet meer werkzaam bij ons",
    "{hebben uw|uw} {bericht|e-mail|mail|aanvraag|vraag}…{ontvangen|geregistreerd}": "Wij hebben uw bericht ontvangen",
  },
  acknowledgements: {
    "{gelieve|u kunt|stuur|mail} [uw |een ]{te |bericht |mail |mailen |sturen }{naar|te|aan|sturen|mailen}":
      "U kunt mailen naar max@example.com",
    "nieuwe {adres|e-mailadres|mailadres}": "Mijn nieuwe adres is jane@new.example",
    "{bedankt|dank|dank u wel|hartelijk dank} voor {uw|je|jouw|het} {bericht|e-mail|email|mail|mailtje|aanvraag|vraag|begrip|contact}":
      "Bedankt voor uw bericht",
    "{dringend|spoed|urgent}{e |ge | }… {contact|bellen|mail}": "Voor dringende zaken kunt u contact opnemen",
    "neem{ |t u |t }{dan |}contact op": "Neem dan contact op met Max",
    "bij {mijn terugkomst|terugkomst|terugkeer|mijn terugkeer}": "Ik antwoord bij mijn terugkomst",
    "zo {spoedig|snel} mogelijk": "Wij antwoorden zo spoedig mogelijk",
  },
  bounceSubjects: {
    "{bezorging|aflevering|bericht} {vertraagd|uitgesteld}": "Bezorging vertraagd",
    "vertraagde {bezorging|aflevering}": "Vertraagde bezorging",
    onbestelbaar: "Onbestelbaar",
    "niet {afgeleverd|bezorgd}": "Niet afgeleverd",
    "kan niet worden bezorgd": "Kan niet worden bezorgd",
  },
  bounceFailures: {
    "niet … {afgeleverd|bezorgd}": "Uw bericht kon niet worden bezorgd",
  },
  bounceIntroductions: {
    ontvanger: "ontvanger",
  },
  automaticNotes: {
    "{dit bericht|deze e-mail|deze mail|dit antwoord} {is|werd|wordt} automatisch {gegenereerd|verzonden|verstuurd|aangemaakt}":
      "Dit bericht is automatisch gegenereerd",
    "dit is een automatisch gegenereerd[e] {bericht|e-mail|mail|antwoord}": "Dit is een automatisch gegenereerde e-mail",
  },
  receiptSubjects: {
    "{ongelezen|gelezen|bezorgd}": "Gelezen: Offer",
    "{leesbevestiging|ontvangstbevestiging}": "Leesbevestiging: Offer",
  },
  receiptBodies: {
    "{is|werd} … {gelezen|geopend|weergegeven}": "Uw bericht is gelezen op vrijdag",
  },
  dayEndings: {
    de: "2de november",
  },
  nameParticles: {
    "{van|der|den|de}": "Jan van Dam",
  },
  gatewayTags: {
    "extern[e]": "[Extern] Re: Offer",
  },
  bounceDelays: {
    "nog niet … {afgeleverd|bezorgd|verzonden}": "Uw bericht is nog niet afgeleverd",
    "nog niet {afgeleverd|bezorgd|verzonden}": "nog niet afgeleverd",
    "{verdere|nieuwe|volgende} pogingen": "Er zullen verdere pogingen worden gedaan",
    "{vertraagd|vertraging|uitgesteld}": "De bezorging is vertraagd",
    "{blijft|blijven|wordt|zal|zullen} … {proberen|geprobeerd|opnieuw}": "De server blijft het proberen",
  },
  bounceGivesUp: {
    "{definitief|permanent|permanente}": "Definitief mislukt",
    "{geen verdere|niet meer|geen nieuwe} … {poging|geprobeerd}": "Er worden geen nieuwe pogingen gedaan",
  },
  bounceReasonLabels: {
    "{reden|oorzaak|fout|foutmelding}": "Reden: postvak vol",
  },
  closings: {
    "{bedankt|dank u|dank je|alvast bedankt}": "Bedankt",
    "{met vriendelijke groet[en]|groeten|hartelijke groet}": "Met vriendelijke groet",
  },
};
