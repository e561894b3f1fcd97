import type { Phrases } from "../languages/language.ts";

/** How a language writes dates, and the words by which absence notes in it say what they mean. Words are in lower case, separated by spaces. */
export interface AbsenceWords {
  /** January to December; names of one month are separated by `|`. */
  readonly months: string;
  /** Monday to Sunday, likewise. */
  readonly weekdays: string;
  /** Which number of a date in digits comes first; absent where both orders are in use, so that only further evidence decides. */
  readonly order?: "dmy";
  /** Endings of a day's number: "20th". */
  readonly ordinals?: string;
  /** Small words before and within a date: "the", "of". */
  readonly small: string;
  /** "next" before a weekday; "tomorrow"; "next week", its words joined by `_`. */
  readonly next: string;
  readonly tomorrow: string;
  readonly nextWeek: string;
  /** "in" before a span of time; names of days, weeks and months; one to ten in words. */
  readonly within: string;
  readonly units: readonly [days: string, weeks: string, months: string];
  readonly numbers: string;
  /** Words directly before the last day of an absence: "until". */
  readonly until: string;
  /** The same of a day that is part of it: "through", and such words after the day: "inclusive". */
  readonly through: string;
  readonly inclusive: string;
  /** Phrases of a return, in the same sentence as its date. */
  readonly returns: Phrases;
  /** Phrases of a return that is not dated, unless a date follows at once: "when I am back". */
  readonly whenBack?: Phrases;
  /** Phrases that only look like one: "get back to you". */
  readonly notReturns?: Phrases;
  /** Phrases of an absence, of a person who left for good, and of mail that was received. */
  readonly absent: Phrases;
  readonly left: Phrases;
  readonly received: Phrases;
}

/** A word, a number or a sign of a text, in lower case, and where it stands. */
export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The words, numbers and signs of a text. */
export const tokensOf = (text: string): readonly Token[] =>
  Array.from(text.matchAll(/\d+|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*|[^\s\p{L}\d]/gu), ({ 0: found, index }) => ({
    word: found.toLowerCase().replaceAll("’", "'"),
    start: index,
    end: index + found.length,
  }));

/** Terms of one or more words, each with a value. */
export type Terms = ReadonlyMap<string, readonly { readonly words: readonly string[]; readonly value: number }[]>;

/** The terms of a list: separated by spaces, with `|` between those of one value, and `_` between the words of one. Longer ones come first. */
export const termsOf = (list: string): Terms => {
  const all = list
    .split(" ")
    .filter((entry) => entry !== "")
    .flatMap((entry, value) =>
      entry.split("|").map((term) => ({ words: tokensOf(term.replaceAll("_", " ")).map(({ word }) => word), value })),
    );
  return Map.groupBy(
    all.toSorted((a, b) => b.words.length - a.words.length),
    ({ words }) => words[0] ?? "",
  );
};

/** The term that begins at a token: its value, and the token behind it. */
export const termAt = (
  terms: Terms,
  tokens: readonly Token[],
  at: number,
): { readonly value: number; readonly next: number } | undefined => {
  const found = terms.get(tokens[at]?.word ?? "")?.find(({ words }) => words.every((word, i) => tokens[at + i]?.word === word));
  return found && { value: found.value, next: at + found.words.length };
};

/** The longest term, words. */
const TERM_WORDS = 6;

/** The index of the token at which a term begins that ends right before `before`; undefined for none. */
export const termBefore = (terms: Terms, tokens: readonly Token[], before: number): number | undefined => {
  for (let at = Math.max(0, before - TERM_WORDS); at < before; at += 1) {
    const ends = terms
      .get(tokens[at]?.word ?? "")
      ?.some(({ words }) => words.length === before - at && words.every((word, i) => tokens[at + i]?.word === word));
    if (ends) return at;
  }
  return undefined;
};

/** English. */
export const english: AbsenceWords = {
  months:
    "january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sep|sept october|oct november|nov december|dec",
  weekdays: "monday|mon tuesday|tue|tues wednesday|wed thursday|thu|thurs friday|fri saturday|sat sunday|sun",
  ordinals: "st nd rd th",
  small: "on the of morning afternoon",
  next: "next",
  tomorrow: "tomorrow",
  nextWeek: "next_week",
  within: "in",
  units: ["day days", "week weeks", "month months"],
  numbers: "one|a two three four five six seven eight nine ten",
  until: "until till til untill",
  through: "through thru including up_to_and_including",
  inclusive: "inclusive included",
  returns: {
    "{be|am|are|i'm|we're|is} [back|returning]{back|returning|available again|reachable again}": "I will be back on Monday",
    "{i|we|i'll|we'll|will|to|shall} return": "I will return on Monday",
    "{returning|back}[ to| in| at| from| on| the| work| office| my| desk]": "Back on Monday",
    "{return|back} {date|day|on}": "Return date: Monday",
    "{we |office |offices |will |}{reopen|re-open|open again}": "We reopen on Monday",
    "{resume|start} work": "I resume work on Monday",
    "{available|reachable|contactable|online} again": "I am available again on Monday",
  },
  whenBack: {
    "{when|once|after|upon|until|as soon as|till|before} {i|we|my|i'm|i've|our}…{am back|get back|are back|return|returned|back in}":
      "I will answer when I am back",
    "on {my|our} return": "I will answer on my return",
  },
  notReturns: {
    "{get|come|write|revert|hear|heard} back": "I will get back to you on Monday",
    "{call|called|calling|report|respond|reply} back": "I will call back",
    "{go|date|dates|sent} back": "please date back",
    "{by|for|in|many happy} return[s]": "by return",
    "return {your|a|the} {call|mail|email|message}": "I will return your call",
    "back-up": "my back-up is Bob",
  },
  absent: {
    "out of [the |my |our ]{office|town|country}": "I am out of the office",
    ooo: "OOO until Monday",
    "{some|taking|take} [some |well-deserved ]time off": "I am taking some time off",
    "{attending|at} {a|an|the} {conference|trade show|event|training|workshop|offsite|off-site}": "I am attending a conference",
    "{won't|will not} be {checking|reading|answering|monitoring}": "I won't be checking emails",
    "{sporadic|intermittent|occasional|reduced|infrequent} {access|email|e-mail}": "I have sporadic access to email",
    "{i'm|i am|be|is|are|currently|we're} {[currently |now |also ]out|away|off|absent|travelling|traveling|unavailable|on the road}":
      "I am currently away",
    "{not|limited|no|without|unable} …{in the office|access to|at my desk|available|able to|check}": "I am not in the office",
    "{on|for|in} [my |our |an |a ]{annual |parental |maternity |paternity |sick |medical |summer |winter |bank |christmas |extended |family |business |}{leave|vacation|vacations|holiday|holidays|trip}":
      "I am on annual leave",
    "away from": "I am away from my desk",
    "{offices|office|we} {is|are|will be} [currently ]closed": "Our office is closed",
    "{absence|absent}": "During my absence",
  },
  left: {
    "no longer {with|work|works|working|employed|part of|at|a part of|an employee}": "Jane is no longer with Example",
    "{i|who|she|he|has|have|i've} [has |have |now |recently |since ]left {the {company|firm|organisation|organization|team|business}|our}":
      "I have left the company",
    "{have|has|i've} [now |recently |since ]{retired|moved on from|changed jobs}": "I have retired",
    "{mailbox|address|account|inbox} {is|has been|will be|was} [being |now ][no longer ]{valid|available|read|attended|in service|in use|monitored|active|closed|deactivated|discontinued|retired}":
      "This mailbox is no longer monitored",
    "{do not|don't|no longer} {use|monitor} this {mailbox|address|account|inbox|e-mail|email}": "I no longer use this address",
  },
  received: {
    "{have|has been|was|been|we've} [successfully ]{received|registered|logged}": "We have received your request",
    "{ticket|case|request|enquiry|inquiry}[ #…| number…| …]{created|opened|registered|logged|received}": "A ticket has been created",
    "{opened|created|logged} [a |your |the ][new ]{ticket|case}": "We opened a ticket",
    "{thank you|thanks} for contacting": "Thank you for contacting Example support",
  },
};

/** German. */
export const german: AbsenceWords = {
  months:
    "januar|jänner|jan februar|feber|feb märz|mär|maerz april|apr mai juni|jun juli|jul august|aug september|sep|sept oktober|okt november|nov dezember|dez",
  weekdays: "montag|mo dienstag|di mittwoch|mi donnerstag|do freitag|fr samstag|sonnabend|sa sonntag|so",
  order: "dmy",
  small: "am den dem der zum ab",
  next: "nächsten nächster nächste kommenden kommender kommende",
  tomorrow: "morgen",
  nextWeek: "nächste_woche nächster_woche kommende_woche kommender_woche",
  within: "in",
  units: ["tag tage tagen", "woche wochen", "monat monate monaten"],
  numbers: "einem|einer|einen zwei drei vier fünf sechs sieben acht neun zehn",
  until: "bis bis_zum bis_zu",
  through: "einschließlich einschliesslich bis_inklusive inklusive inkl bis_inkl bis_einschl",
  inclusive: "einschließlich einschliesslich inklusive inkl eingeschlossen",
  returns: {
    "{wieder|zurück} … {erreichbar|im büro|da|zurück|im haus|im dienst|verfügbar|für sie|im einsatz|am platz|anzutreffen|geöffnet|zu erreichen|persönlich|vor ort|online|ansprechbar}":
      "Ab Montag bin ich wieder erreichbar",
    "{bin|sind|werde|ich|wir|büro} … zurück": "Am Montag bin ich zurück",
    "zurück {ab|am|bin|sind|im}": "Zurück am Montag",
    "{kehre|kehren} … zurück": "Ich kehre am Montag zurück",
    "{wieder|zurück} {ab|am}": "Wieder ab Montag",
    "{bin|sind|erreichen sie} [ich|wir|sie|mich|uns]…wieder": "Am Montag bin ich wieder im Büro",
  },
  whenBack: {
    "{wenn|sobald|nachdem|nach|sowie|bis} [ich|wir|meiner|unserer|meine]…{zurück|rückkehr|wieder}": "Ich antworte, sobald ich zurück bin",
  },
  notReturns: {
    "{melde|melden|rufe|rufen|komme|kommen|schreibe|schreiben} … {wieder|zurück|darauf}": "Ich melde mich wieder",
  },
  absent: {
    "nicht [mehr ]{im|am|in meinem} {büro|haus|dienst|platz|arbeitsplatz|unternehmen}": "Ich bin nicht im Büro",
    "{im|in|in den} {urlaub|ferien|mutterschutz|elternzeit|betriebsferien|jahresurlaub}": "Ich bin im Urlaub",
    "{auf|an} {dienstreise|geschäftsreise|reisen|einer fortbildung|fortbildung|schulung}": "Ich bin auf Dienstreise",
    "{außer haus|ausser haus|abwesend|abwesenheit|nicht erreichbar|nicht verfügbar|nicht zu erreichen|nur eingeschränkt|unterwegs|krankgeschrieben|erkrankt}":
      "Ich bin abwesend",
    "{büro|praxis|geschäft|betrieb|kanzlei|wir}…{geschlossen|betriebsferien}": "Unser Büro bleibt geschlossen",
  },
  left: {
    "nicht [mehr |länger ]{mehr} … {tätig|beschäftigt|angestellt|unternehmen|firma|bei uns|arbeite}":
      "Frau Muster ist nicht mehr bei uns tätig",
    "{unternehmen|firma|haus|verein|organisation}[ …] verlassen": "Herr Muster hat das Unternehmen verlassen",
    "{ausgeschieden|in altersteilzeit|in rente|im ruhestand|in den ruhestand|in pension}": "Sie ist aus dem Unternehmen ausgeschieden",
    "arbeite[t] [seit … |ab … |leider ]nicht {mehr|länger}": "Ich arbeite nicht mehr bei Beispiel",
    "{adresse|postfach|mailadresse} {wird|ist|wurde} [leider |seit … ]{nicht mehr|deaktiviert|geschlossen|stillgelegt|abgeschaltet}":
      "Diese E-Mail-Adresse wird nicht mehr verwendet",
  },
  received: {
    "{nachricht|e-mail|mail|anfrage|anliegen|schreiben|ticket}[ (…)| #…] {haben wir|ist bei uns|wurde|ist}…{erhalten|eingegangen|registriert|erstellt|angelegt}":
      "Ihre Anfrage ist bei uns eingegangen",
    "wir haben {ihre|dein|deine|ihr} {nachricht|e-mail|mail|anfrage|anliegen|schreiben}…erhalten": "Wir haben Ihre Nachricht erhalten",
    "{ticketnummer|vorgangsnummer|bearbeitungsnummer|ticket-id|eingangsbestätigung|empfangsbestätigung}": "Ihre Ticketnummer lautet 123",
  },
};

/** Dutch. */
export const dutch: AbsenceWords = {
  months:
    "januari|jan februari|feb maart|mrt april|apr mei juni|jun juli|jul augustus|aug september|sep|sept oktober|okt november|nov december|dec",
  weekdays: "maandag|ma dinsdag|di woensdag|wo donderdag|do vrijdag|vr zaterdag|za zondag|zo",
  order: "dmy",
  ordinals: "e ste de",
  small: "op de het",
  next: "volgende aanstaande komende",
  tomorrow: "morgen",
  nextWeek: "volgende_week komende_week",
  within: "over",
  units: ["dag dagen", "week weken", "maand maanden"],
  numbers: "een|één twee drie vier vijf zes zeven acht negen tien",
  until: "tot",
  through: "t/m tot_en_met t/m.",
  inclusive: "inbegrepen inclusief",
  returns: {
    "{weer|terug} … {terug|bereikbaar|aanwezig|op kantoor|beschikbaar|aan het werk|geopend|open|aan de slag|op mijn werk|in dienst|te bereiken}":
      "Vanaf maandag ben ik weer bereikbaar",
    "{ben|zijn|ik|wij|keer|kom|we} … terug": "Ik ben maandag terug",
    "terug {op|vanaf|ben}": "Terug op maandag",
    "{hervat|hervatten} … werk": "Ik hervat maandag het werk",
  },
  whenBack: {
    "{wanneer|zodra|als|na|nadat|bij} [ik|mijn|wij|we]…{terug|terugkeer|terugkomst|weer}": "Ik antwoord zodra ik terug ben",
  },
  notReturns: {
    "{kom|komen|bel|bellen} … {op terug|bij u terug|u terug|je terug|hierop terug}": "Ik kom er bij u op terug",
  },
  absent: {
    "{niet op|buiten|niet aanwezig op} {kantoor|het kantoor|mijn werk}": "Ik ben niet op kantoor",
    "{met|op} {vakantie|verlof|zwangerschapsverlof|ouderschapsverlof|reis|zakenreis|ziekteverlof}": "Ik ben met vakantie",
    "{afwezig|afwezigheid|niet bereikbaar|beperkt bereikbaar|niet aanwezig}": "Ik ben afwezig",
    "{kantoor|winkel|praktijk|wij|bedrijf} … gesloten": "Ons kantoor is gesloten",
  },
  left: {
    "niet {meer|langer} {werkzaam|in dienst|werkzaam}": "Jan is niet meer werkzaam bij ons",
    "{werk|werkt} [ik ]niet {meer|langer}": "Ik werk niet meer bij Voorbeeld",
    "{bedrijf|organisatie|dienst|onderneming}[ …] verlaten": "Ik heb het bedrijf verlaten",
    "[e-mail|e-|mail]{adres|mailbox|postvak} … {niet {meer|langer}|is gesloten|is opgeheven}": "Dit e-mailadres is niet meer in gebruik",
    "{met pensioen|gepensioneerd}": "Ik ben met pensioen",
  },
  received: {
    "{hebben uw|uw|heb uw|hebben je|je} {bericht|e-mail|mail|aanvraag|vraag|verzoek|melding}…{ontvangen|geregistreerd|aangemaakt}":
      "Wij hebben uw bericht ontvangen",
    "{ontvangstbevestiging|ticketnummer}": "Dit is een ontvangstbevestiging",
  },
};
