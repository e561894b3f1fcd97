import type { ClassPhrases } from "./english.ts";

/** German: T-Online, GMX, WEB.DE, IONOS, Exchange and Gmail in German. */
export const german: ClassPhrases = {
  unknown_user: {
    "{empfänger|benutzer|adresse|postfach|konto|mailbox|teilnehmer|nutzer}[s| ]… {unbekannt|existiert nicht|nicht gefunden|gibt es nicht|nicht vorhanden|ungültig|nicht bekannt|nicht mehr}":
      "Der Empfänger existiert nicht.",
    "{unbekannte|ungültige|nicht existierende}[r|s|n] {empfänger|benutzer|adresse|e-mail[-]adresse|postfach|konto}":
      "Unbekannter Empfänger",
    "{nicht|keine|kein}…{gefunden|empfänger mit|postfach mit|benutzer mit}": "Die Adresse wurde bei gone.example nicht gefunden.",
    "{postfach|konto|adresse|mailbox}…{deaktiviert|gelöscht|geschlossen|inaktiv}": "Das Postfach wurde deaktiviert.",
    "domain…{existiert nicht|unbekannt|nicht gefunden}": "Die Domain existiert nicht.",
  },
  mailbox_full: {
    "{postfach|mailbox|posteingang|konto|speicher}…{voll|überfüllt|überschritten|erschöpft|aufgebraucht|kein platz|limit erreicht|grenze erreicht}":
      "Das Postfach des Empfängers ist voll.",
    "{speicherplatz|speicherlimit|quota|kontingent|speicherkontingent}…{überschritten|erschöpft|erreicht|voll|nicht genügend|nicht aus}":
      "Der Speicherplatz ist erschöpft.",
    "{nicht genügend|zu wenig|kein} speicher": "Nicht genügend Speicherplatz beim Empfänger",
  },
  too_large: {
    "{nachricht|e-mail|mail|anhang|anlage}[s|en| ]… zu groß": "Ihre Nachricht ist zu groß.",
    "{nachrichtengröße|größe|maximalgröße}…{überschreitet|überschritten|überschreit}": "Die Größe der Nachricht überschreitet das Limit.",
    "überschreitet … größe": "Die Nachricht überschreitet die maximal zulässige Größe.",
  },
  spam: {
    "{als|unter} spam": "Ihre Nachricht wurde als Spam eingestuft.",
    "{spamverdacht|spamfilter|spam-filter|werbemail|schadsoftware|viren|virus}": "Abgelehnt wegen Spamverdacht",
    "{schwarzen|sperr}[ ]liste": "Ihr Server steht auf einer Sperrliste.",
  },
  policy: {
    "{richtlinie|sicherheitsgründen|sicherheitsrichtlinie}": "Abgelehnt aufgrund einer Richtlinie",
    "{abgelehnt|verweigert|blockiert|gesperrt|untersagt|nicht erlaubt|nicht zugelassen|nicht berechtigt|berechtigung}":
      "Der Absender wurde abgelehnt.",
  },
  expired: {
    "{zeitüberschreitung|nicht erreichbar|frist abgelaufen|zeitlimit}": "Zeitüberschreitung beim Verbindungsaufbau",
    "{keine verbindung|verbindung … nicht|antwortet nicht|zustell … {aufgegeben|eingestellt|abgebrochen}}":
      "Es konnte keine Verbindung hergestellt werden.",
  },
  other: { "{vorübergehend|vorrübergehend|zeitweise|zurzeit|derzeit|zahlungsrückstand}": "Das Postfach ist vorübergehend deaktiviert." },
};

/** Dutch: Ziggo, KPN, XS4ALL and Exchange in Dutch. */
export const dutch: ClassPhrases = {
  unknown_user: {
    "{adres|e-mailadres|ontvanger|gebruiker|mailbox|postvak|account|domein}…{bestaat niet|niet gevonden|onbekend|ongeldig|niet bekend|niet meer}":
      "Het e-mailadres bestaat niet.",
    "{onbekende|ongeldige|niet-bestaande} {ontvanger|gebruiker|adres|mailbox}": "Onbekende gebruiker",
    "geen {gebruiker|ontvanger|account} {met|bekend|onder}": "Geen gebruiker met deze naam",
    "{niet|geen}…gevonden bij": "Het adres is niet gevonden bij gone.example.",
    "{adres|mailbox|account|postvak}…{uitgeschakeld|opgeheven|verwijderd|gesloten}": "De mailbox is opgeheven.",
  },
  mailbox_full: {
    "{postvak|mailbox|inbox|postbus|brievenbus}…{vol|limiet|overschreden}": "Het postvak van de ontvanger is vol.",
    "{opslag|opslagruimte|quotum|quota|schijfruimte}…{vol|overschreden|bereikt|onvoldoende}": "De opslagruimte is overschreden.",
    "onvoldoende {opslag|ruimte|schijf}": "Onvoldoende opslagruimte",
  },
  too_large: {
    "{bericht|bijlage|e-mail|mail}[s|en| ]… te groot": "Het bericht is te groot.",
    "maximale {grootte|omvang}": "Het bericht overschrijdt de maximale grootte.",
  },
  spam: {
    "{als|verdacht van|wegens} spam": "Uw bericht is aangemerkt als spam.",
    "{spamfilter|virus|zwarte lijst|ongewenste}": "Geweigerd door het spamfilter",
  },
  policy: { "{beleid|geweigerd|geblokkeerd|niet toegestaan|geen toestemming|afgewezen}": "Geweigerd vanwege het beleid van de ontvanger" },
  expired: { "{time-out|verlopen|verstreken|niet bereikbaar|reageert niet|geen verbinding}": "De server was niet bereikbaar." },
  other: { "{tijdelijk|geblokkeerd account|wanbetaling}": "De mailbox is tijdelijk uitgeschakeld." },
};

/** Swedish: Telia, Bahnhof and Exchange in Swedish. */
export const swedish: ClassPhrases = {
  unknown_user: {
    "{mottagare|mottagaren|adress|adressen|användare|användaren|brevlåda|brevlådan|konto|kontot|domänen|postlådan}…{finns inte|existerar inte|hittades inte|kunde inte hittas|okänd|ogiltig|finns ej|hittas inte}":
      "Mottagaren finns inte.",
    "{okänd|ogiltig} {mottagare|användare|adress}": "Okänd mottagare",
    "{brevlåda|konto|adress|postlåda}…{avslutad|stängd|inaktiv|borttagen|avstängd}": "Kontot är avslutat: brevlådan är stängd",
  },
  mailbox_full: {
    "{brevlåda|brevlådan|inkorg|inkorgen|postlåda|postlådan}…{full|överskrid|kvot}": "Mottagarens brevlåda är full.",
    "{utrymme|lagring|kvot}…{full|slut|överskrid|inte tillräcklig}": "Kvoten är överskriden.",
  },
  too_large: {
    "{meddelande|bilaga|bilagan|mejl}… för stor": "Meddelandet är för stort.",
    "maximal{a|} storlek": "överskrider maximal storlek",
  },
  spam: {
    "{som|för|misstänkt} {spam|skräppost}": "Meddelandet bedömdes som skräppost.",
    "{skräppost|virus|svartlist|spärrlista}": "Avvisat av skräppostfiltret",
  },
  policy: {
    "{princip|policy|avvisad|avvisat|avvisades|blockerad|blockerat|tillåts inte|inte tillåt|inte behörig|nekad}":
      "Avsändaren är blockerad.",
  },
  expired: { "{tidsgräns|för lång tid|svarar inte|gick inte att nå|kunde inte nås|ingen anslutning}": "Servern kunde inte nås." },
  other: { "{tillfälligt|temporärt}": "Brevlådan är tillfälligt stängd." },
};

/** Danish and Norwegian: TDC, Telenor and Exchange in both. */
export const danishNorwegian: ClassPhrases = {
  unknown_user: {
    "{modtager|adresse|bruger|postkasse|konto|domæne|mottaker|domene}[en|n|t|ren|s| ]…{findes ikke|eksisterer ikke|ikke fundet|blev ikke fundet|ukendt|ugyldig|kunne ikke findes}":
      "Modtagerens adresse findes ikke.",
    "{mottaker|adresse|bruker|postboks|konto|domene|innboks|postkasse}[en|n|t|ren|s| ]…{finnes ikke|eksisterer ikke|ikke funnet|ble ikke funnet|ukjent|ugyldig|fins ikke}":
      "Mottakeren finnes ikke.",
    "{ukendt|ukjent|ugyldig} {modtager|mottaker|bruger|bruker|adresse}": "Ukjent mottaker",
    "{postkasse|konto|adresse|postboks}[en|n]…{nedlagt|lukket|stengt|slettet|deaktivert|deaktiveret}": "Postkassen er nedlagt.",
  },
  mailbox_full: {
    "{postkasse|indbakke|innboks|postboks|mailboks|mailbox}[en|n|ns]…{fuld|full|overskred|kvote}": "Modtagerens postkasse er fuld.",
    "{lagerplads|lagringsplass|kvote|plads|plass}[en|n]…{opbrugt|brukt opp|overskred|fuld|full|ikke nok}": "Kvoten er overskredet.",
  },
  too_large: {
    "{besked|melding|meddelelse|vedhæft|vedlegg|e-post|mail}… for stor": "Beskeden er for stor.",
    "maksim{al|um} størrelse": "overskrider maksimal størrelse",
  },
  spam: {
    "{som|for} spam": "Beskeden blev vurderet som spam.",
    "{spamfilter|søppelpost|uønsket|virus|sortlist|svartelist}": "Afvist af spamfilter",
  },
  policy: { "{politik|retningslinje|afvist|avvist|blokeret|blokkert|ikke tilladt|ikke tillatt|nægtet|nektet}": "Afsenderen blev afvist." },
  expired: { "{tidsfrist|tidsavbrudd|svarer ikke|kunne ikke nås|ingen forbindelse|ikke kontakt}": "Serveren kunne ikke nås." },
  other: { "{midlertidigt|midlertidig}": "Postkassen er midlertidig stengt." },
};
