import type { Language } from "./language.ts";

/** German. */
export const de: Language = {
  wrote: {
    schrieb: "Am Fr., 20. Nov. 2026 um 10:15 Uhr schrieb Jane Doe <jane@example.com>:",
    schreibt: "Jane Doe <jane@example.com> schreibt:",
    "hat geschrieben": "Jane Doe <jane@example.com> hat geschrieben:",
    "hat am … geschrieben": "Jane Doe hat am 20.11.2026 10:15 geschrieben:",
    "schrieben sie": "Am Freitag, 20. November 2026 um 10:15 schrieben Sie:",
    geschrieben: "Am Freitag, 20. November 2026 um 10:15:22 MEZ hat Jane Doe <jane@example.com> Folgendes geschrieben:",
  },
  beforeDate: {
    am: "Am Fr., 20. Nov. 2026 um 10:15 Uhr schrieb Jane Doe <jane@example.com>:",
    um: "Um 10:15 am 20.11.2026 schrieb Jane Doe <jane@example.com>:",
  },
  afterHour: {
    uhr: "Am 20.11.2026 um 10 Uhr schrieb Jane Doe <jane@example.com>:",
  },
  quoting: {
    "zitat von": "Zitat von Jane Doe <jane@example.com>:",
  },
  inMessage: {
    "in nachricht": ">>> Jane Doe <jane@example.com> schrieb am 20.11.2026 um 10:15 in Nachricht <5F@example.com>:",
  },
  firstPerson: {
    "{Ich|ich|Wir|wir}": "Am 16.11.2026 um 09:12 schrieb ich:",
  },
  asSomebody: {
    "{Wie|wie}": "wie Jane am 16.11.2026 um 09:12 schrieb:",
  },
  labels: {
    from: {
      von: "Von: Jane Doe <jane@example.com>",
      absender: "Absender: Jane Doe <jane@example.com>",
    },
    date: {
      datum: "Datum: 20.11.2026 10:15",
      gesendet: "Gesendet: 20.11.2026 10:15",
      "gesendet am": "Gesendet am: 20.11.2026 10:15",
    },
    to: {
      an: "An: Max Muster <max@example.com>",
      empfänger: "Empfänger: Max Muster <max@example.com>",
    },
    cc: {
      cc: "Cc: Eve Doe <eve@example.com>",
      kopie: "Kopie: Eve Doe <eve@example.com>",
    },
    subject: {
      betreff: "Betreff: Offer",
    },
    other: {
      "antwort an": "Antwort an: x",
      wichtigkeit: "Wichtigkeit: x",
      priorität: "Priorität: x",
      anlagen: "Anlagen: x",
    },
  },
  originalMessage: {
    "ursprüngliche mail": "----- Ursprüngliche Mail -----",
    originalnachricht: "----- Originalnachricht -----",
    "original-nachricht": "----- Original-nachricht -----",
    originalmail: "----- Originalmail -----",
    "ursprüngliche nachricht": "----- Ursprüngliche nachricht -----",
    "ursprüngliche e-mail": "----- Ursprüngliche e-mail -----",
    "ursprungliche nachricht": "----- Ursprungliche nachricht -----",
    "original-mail": "----- Original-mail -----",
    "urspr. nachricht": "----- Urspr. nachricht -----",
  },
  forwardedMessage: {
    "weitergeleitete nachricht": "---------- Weitergeleitete nachricht ----------",
    "weitergeleitete e-mail": "---------- Weitergeleitete e-mail ----------",
    "anfang der weitergeleiteten {nachricht|e-mail}": "---------- Anfang der weitergeleiteten nachricht ----------",
    "weitergeleitet von …": "---------- Weitergeleitet von Jane Doe ----------",
  },
  replyAboveThisLine: {
    "[bitte ]antworten sie … {oberhalb|über} dieser {linie|zeile}": "--- Bitte antworten Sie oberhalb dieser Linie ---",
    "[bitte ]antwort[en] … {oberhalb|über} dieser {linie|zeile}": "--- Antwort oberhalb dieser linie ---",
  },
  sentFrom: {
    "diese nachricht wurde von meine{m|r}": "Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.",
    "outlook für {ios|android} {beziehen|herunterladen|holen}": "Outlook für Android herunterladen",
    "holen sie sich outlook für": "Holen Sie sich Outlook für iOS",
    "von yahoo": "Von Yahoo Mail auf Android gesendet",
    "gesendet {von|mit|aus}": "Gesendet mit der Outlook App",
    "von meine{m|r}": "Von meinem iPhone gesendet",
  },
  devices: {
    handy: "Von meinem Handy gesendet",
    telefon: "Von meinem Telefon gesendet",
  },
  speakers: {
    "{ich|wir|sie}": "Von meinem Handy gesendet, ich bin unterwegs",
  },
  replyPrefixes: {
    aw: "AW: Offer",
    antw: "Antw: Offer",
    antwort: "Antwort: Offer",
    re: "RE: Offer",
  },
  forwardPrefixes: {
    wg: "WG: Offer",
  },
  autoReplySubjects: {
    "automatische {antwort|abwesenheit|rückantwort|nachricht}": "Automatische antwort: Offer",
    "abwesenheits{notiz|nachricht|meldung|assistent|info|benachrichtigung}": "Abwesenheitsnotiz: Offer",
    "urlaubs{notiz|nachricht|meldung}": "Urlaubsnotiz: Offer",
    "auto[-]antwort": "Autoantwort: Offer",
    "nicht im büro": "Nicht im büro: Offer",
    "außer haus": "Außer haus: Offer",
  },
  afterAutoReply: {
    "{aw|auf|zu}": "Automatische Antwort auf Ihre Mail",
  },
  absenceSubjects: {
    "[ich bin ]{im urlaub|abwesend}": "Im urlaub",
    abwesenheit: "Abwesenheit",
    urlaub: "Urlaub",
  },
  untilWords: {
    "{bis|ab|vom|von}": "Urlaub bis Montag",
  },
  autoReplyBodies: {
    "dies ist eine automatische {antwort|nachricht|rückantwort|abwesenheitsnotiz}": "Dies ist eine automatische Antwort.",
    "diese {nachricht|antwort|e-mail|mail} wurde automatisch {erstellt|generiert|erzeugt|versendet|versandt}":
      "Diese Antwort wurde automatisch erstellt",
    "dies ist eine {empfangsbestätigung|lesebestätigung} für": "Dies ist eine Empfangsbestätigung für die E-Mail, die Sie gesendet haben.",
  },
  absenceBodies: {
    "in {altersteilzeit|rente}": "Ich bin in Rente",
    "{adresse|postfach} {wird|ist|wurde} [leider |seit … ]{nicht mehr|deaktiviert|geschlossen|stillgelegt|abgeschaltet}":
      "Diese E-Mail-Adresse wird nicht mehr verwendet",
    "{e-mail[-]|email|mail}adresse hat sich geändert": "Meine E-Mail-Adresse hat sich geändert",
    "nicht im {büro|haus|dienst}": "Ich bin bis Montag nicht im Büro",
    "{im|in} {urlaub|mutterschutz|elternzeit}": "Ich bin im Urlaub",
    "{außer haus|abwesend|nicht erreichbar|nicht verfügbar}": "Ich bin bis zum 5. Mai abwesend",
    "nicht mehr {für|bei|in|im}…{tätig|beschäftigt|unternehmen|firma}": "Frau Muster ist nicht mehr bei uns beschäftigt",
    "{unternehmen|firma} verlassen": "Herr Muster hat das Unternehmen verlassen",
    "{nachricht|e-mail|mail|anfrage}[ (…)| #…] {haben wir|ist bei uns|wurde}…{erhalten|eingegangen|registriert}":
      "Ihre Anfrage ist bei uns eingegangen",
    "wir haben ihre {nachricht|e-mail|mail|anfrage}…erhalten": "Wir haben Ihre Nachricht erhalten",
  },
  acknowledgements: {
    "meine vertretung": "Meine Vertretung ist Max Muster",
    "[bitte ]{schreiben|senden|richten|nutzen|verwenden} sie": "Bitte schreiben Sie an max@example.com",
    "neue {adresse|e-mail[-]adresse}": "Meine neue Adresse lautet jane@new.example",
    "{vielen dank|danke|besten dank|herzlichen dank} für {ihre|deine|die|ihr|dein} [freundliche |schnelle ]{nachricht|mail|e-mail|email|anfrage|schreiben|kontaktaufnahme|verständnis|anruf|bestellung|mitteilung|bewerbung}":
      "Vielen Dank für Ihre Nachricht",
    "{dringend|eilig}…{wenden|kontakt|telefon|an}": "In dringenden Fällen wenden Sie sich an Max",
    "{wenden sie sich|kontaktieren sie|wende dich|schreiben sie}": "Bitte wenden Sie sich an Max",
    "nach meiner rückkehr": "Ich antworte nach meiner Rückkehr",
    "{ihre|deine} {e-mail|nachricht|mail} wird nicht {weitergeleitet|gelesen|bearbeitet}": "Ihre E-Mail wird nicht weitergeleitet",
    "{wieder|zurück}…{erreichbar|im büro|da}": "Ab Montag bin ich wieder erreichbar",
    "{ticketnummer|vorgangsnummer|bearbeitungsnummer|ticket-id}": "Ihre Ticketnummer lautet 123",
    "so {schnell|bald} wie möglich": "Wir melden uns so schnell wie möglich",
  },
  bounceSubjects: {
    "{zustellung|nachricht|e-mail} {verzögert|verspätet}": "Zustellung verzögert",
    "verzögerte {zustellung|nachricht|e-mail}": "Verzögerte Zustellung",
    "nicht zustellbar": "Nicht zustellbar",
    unzustellbar: "Unzustellbar",
    "zustellung[sfehler|sbenachrichtigung]": "Zustellung",
    "fehler beim {senden|zustellen}": "Fehler beim senden",
    "nicht zugestellt": "Nicht zugestellt",
  },
  bounceFailures: {
    "{nicht|konnte} … {zugestellt|zustellen|ausgeliefert}": "Ihre Nachricht konnte leider nicht zugestellt werden",
  },
  bounceIntroductions: {
    empfänger: "Folgende Empfänger",
  },
  automaticNotes: {
    "{dies|das} ist eine automatisch {erstellte|generierte|erzeugte|versendete|versandte} {nachricht|e-mail|mail|antwort}":
      "Dies ist eine automatisch generierte Nachricht.",
    "diese {nachricht|antwort|e-mail|mail|mitteilung|benachrichtigung} {wurde|wird|ist} automatisch {erstellt|generiert|erzeugt|versendet|versandt}":
      "Diese Mitteilung wurde automatisch erzeugt",
  },
  receiptSubjects: {
    "{ungelesen|gelesen|zugestellt}": "Gelesen: Offer",
    "{lese|empfangs}bestätigung": "Lesebestätigung: Offer",
  },
  receiptBodies: {
    "{wurde|am} … {gelesen|geöffnet|angezeigt|zugestellt|gelöscht}": "Ihre Nachricht wurde am Freitag gelesen.",
  },
  nameParticles: {
    von: "Jane von Doe",
  },
  gatewayTags: {
    extern: "[Extern] Re: Offer",
  },
  challengeRequests: {
    "{klicken|antworten|bestätigen|besuchen} sie": "Bitte klicken Sie auf den Link",
  },
  challengePurposes: {
    "zugestellt wird": "damit sie zugestellt wird",
    "[{mail|post|nachrichten|e-mail}]zustellung": "für die Zustellung",
    "[{mail|nachrichten}]absender": "als Absender",
    mensch: "dass Sie ein Mensch sind",
  },
  challengeProofs: {
    "{nachricht|e-mail} zugestellt wird": "damit Ihre Nachricht zugestellt wird",
  },
  bounceDelays: {
    "noch nicht … {zugestellt|ausgeliefert|übermittelt|zustell}": "Ihre Nachricht konnte noch nicht zugestellt werden",
    "{weitere|erneute|neue} {zustell|versuch|zustellungs}": "Weitere Zustellversuche folgen",
    "{versuch|wird}…{weiterhin|erneut|nochmals|noch einmal|fortgesetzt|wiederholt}":
      "Es wird weiterhin versucht, die Nachricht zuzustellen",
    "{verzögert|verzögerung|verspätet|zustellverzögerung}": "Die Zustellung Ihrer Nachricht ist verzögert",
    "{müssen|brauchen} nichts": "Sie müssen nichts unternehmen",
    "{vorübergehend|momentan|zurzeit|derzeit} … nicht … zugestellt": "Die Nachricht kann vorübergehend nicht zugestellt werden",
  },
  bounceGivesUp: {
    "{endgültig|dauerhaft|permanent}": "Die Zustellung ist endgültig gescheitert",
    "{keine weiteren|nicht weiter|nicht mehr|nicht erneut} … versuch": "Es werden keine weiteren Versuche unternommen",
    "{aufgegeben|abgebrochen|eingestellt|zurückgesandt|zurückgeschickt}": "Die Zustellung wurde aufgegeben",
  },
  bounceReasonLabels: {
    "{grund|ursache|fehlermeldung|fehler|begründung}": "Grund: das Postfach ist voll",
  },
  closings: {
    "{vielen dank|danke|besten dank|vg|lg|mfg}": "Vielen Dank",
    "{mit freundlichen|freundliche|viele|beste|liebe|herzliche|mit besten} {grüßen|grüße|gruß|gruss|grüssen|grüsse}":
      "Mit freundlichen Grüßen",
  },
};
