import { note, type Note } from "./note.ts";

/**
 * Notes that were written before the rules, and not read again while they were written: sentences of twelve languages around dates that Intl
 * formats. `{}` is the date; `F` with weekday and year, `L` with the year, `D` day and month, `W` weekday with day and month, `N` in digits.
 */
type Form = "F" | "L" | "D" | "W" | "N";
type Row = readonly [text: string, is: Note["is"], forms: string, plus?: number];

const en: readonly Row[] = [
  ["Hello, thanks for getting in touch. I'm currently out of office, returning {}. Cheers, Sam", "away", "FLDW"],
  ["I am on parental leave and will return to work on {}. My colleague Ann covers for me.", "away", "LD"],
  ["Please note that our offices are closed. We reopen on {} and wish you happy holidays!", "away", "FL"],
  ["I will be out of the office until {}. I will respond to your email as soon as I can.", "away", "FLDW"],
  ["I am travelling up to and including {} and can only check email now and then while I am out of the office.", "away", "D", 1],
  ["This mailbox is no longer monitored since I left the company on {}.", "left", "L"],
  ["I'm out sick today. I hope to be back soon.", "away", ""],
  ["We have received your request and opened ticket 9912. We aim to answer by {}.", "received", "L"],
];
const de: readonly Row[] = [
  ["Hallo, ich bin zurzeit nicht am Platz und kehre am {} ins Büro zurück.", "away", "FLDWN"],
  ["Herzlichen Dank für Ihre Mail. Ich befinde mich bis {} in Elternzeit.", "away", "LN"],
  ["Unser Büro bleibt geschlossen. Ab {} sind wir gerne wieder für Sie da!", "away", "LDN"],
  ["Ich bin nicht erreichbar. Am {} bin ich zurück und beantworte Ihre E-Mail.", "away", "FD"],
  ["Abwesend bis einschließlich {}. Meine Vertretung ist Frau Beispiel.", "away", "LN", 1],
  ["Ich habe die Firma zum {} verlassen. Ihr neuer Ansprechpartner ist Herr Lang.", "left", "N"],
  ["Ihre Anfrage ist bei uns eingegangen und wird bis {} bearbeitet.", "received", "N"],
];
const fr: readonly Row[] = [
  ["Bonjour, je suis en déplacement et reviendrai le {}. Bien à vous", "away", "FLDN"],
  ["Votre message a bien été reçu. Je serai absent jusqu'au {} inclus.", "away", "LDN", 1],
  ["Actuellement en congé maternité, je reprendrai mes fonctions le {}.", "away", "LF"],
  ["Je ne suis pas au bureau. Je serai de nouveau joignable à partir du {}.", "away", "LDN"],
  ["Absente jusqu'au {}, je vous invite à contacter l'accueil.", "away", "DW"],
  ["J'ai quitté la société le {}. Vous pouvez joindre Luc Martin.", "left", "L"],
  ["Nous accusons réception de votre courriel et le traiterons avant le {}.", "received", "N"],
];
const es: readonly Row[] = [
  ["Hola, en este momento no estoy en la oficina. Volveré el {} y le contestaré.", "away", "FLDN"],
  ["Estoy de baja hasta el {}. Mi compañero Luis le atenderá.", "away", "LDN"],
  ["Estaré de vacaciones hasta el {} inclusive.", "away", "LN", 1],
  ["Nos encontramos cerrados por vacaciones. Estaremos de vuelta el {}.", "away", "FD"],
  ["Me reincorporo al trabajo el {}. Gracias por su paciencia mientras estoy ausente.", "away", "LW"],
  ["Desde el {} he dejado la empresa. Contacte con Marta.", "left", "L"],
  ["Su consulta ha sido recibida. Responderemos antes del {}.", "received", "N"],
];
const it: readonly Row[] = [
  ["Buongiorno, al momento non sono in ufficio. Tornerò il {}.", "away", "LDNW"],
  ["Sono assente fino al {} compreso. Per necessità: segreteria@example.it", "away", "LN", 1],
  ["Sarò in ferie fino al {} e risponderò al rientro.", "away", "FDN"],
  ["L'ufficio è chiuso per ferie; sarò nuovamente disponibile dal {}.", "away", "LD"],
  ["In questo periodo sono fuori sede, di ritorno il {}.", "away", "LDN"],
  ["Dal {} ho lasciato l'azienda. Può rivolgersi a Carla Neri.", "left", "L"],
  ["La sua richiesta è stata ricevuta e sarà evasa entro il {}.", "received", "N"],
];
const nl: readonly Row[] = [
  ["Hallo, ik ben momenteel niet op kantoor. Vanaf {} ben ik weer bereikbaar.", "away", "FLDN"],
  ["Wegens vakantie ben ik afwezig tot {}. Collega Kees helpt u graag.", "away", "LDNW"],
  ["Ik ben op reis t/m {} en beperkt bereikbaar; ik ben afwezig.", "away", "LN", 1],
  ["Dank voor uw mail. Ik keer terug op {}.", "away", "LD"],
  ["Ons kantoor is gesloten, wij zijn terug op {}.", "away", "FD"],
  ["Per {} heb ik de organisatie verlaten.", "left", "L"],
  ["Uw aanvraag is ontvangen en wordt voor {} behandeld.", "received", "L"],
];
const pt: readonly Row[] = [
  ["Olá, de momento não estou no escritório. Voltarei no dia {}.", "away", "LDN"],
  ["Encontro-me de férias até {}. Qualquer urgência, fale com o Rui.", "away", "LDN"],
  ["Estou ausente até ao dia {}, inclusive.", "away", "LN", 1],
  ["Estou em licença e retorno ao trabalho em {}.", "away", "FLD"],
  ["Estarei de volta a {}. Obrigada pela compreensão durante a minha ausência.", "away", "LD"],
  ["Deixei a empresa em {}. O novo contacto é o Pedro.", "left", "L"],
  ["O seu e-mail foi recebido e será respondido até {}.", "received", "N"],
];
const pl: readonly Row[] = [
  ["Dzień dobry, obecnie nie ma mnie w biurze. Wrócę {}.", "away", "LDFN"],
  ["Do {} przebywam na urlopie. Zastępuje mnie Ewa.", "away", "LDN"],
  ["Jestem na zwolnieniu lekarskim do {} włącznie.", "away", "LN", 1],
  ["Będę ponownie dostępna od {}. Przepraszam za nieobecność.", "away", "LDN"],
  ["Nasze biuro jest nieczynne, wracamy {}.", "away", "LD"],
  ["Od {} nie jestem już pracownikiem firmy.", "left", "L"],
  ["Potwierdzamy otrzymanie wiadomości. Odpowiemy do {}.", "received", "N"],
];
const sv: readonly Row[] = [
  ["Hej! Jag är på semester och åter på jobbet {}.", "away", "LDNF"],
  ["Jag är frånvarande fram till {}. Ring växeln vid behov.", "away", "LDN"],
  ["Jag är föräldraledig t.o.m. {}.", "away", "LN", 1],
  ["Tack för ditt meddelande, jag är tillbaka på kontoret den {}.", "away", "LD"],
  ["Kontoret är stängt. Vi öppnar igen {}.", "away", "FD"],
  ["Jag har lämnat företaget den {}. Vänd dig till Karin.", "left", "L"],
  ["Vi har mottagit ditt meddelande och svarar senast {}.", "received", "L"],
];
const da: readonly Row[] = [
  ["Hej, jeg er på ferie og vender tilbage til kontoret den {}.", "away", "LDN"],
  ["Jeg er ude af kontoret indtil {}. Kontakt Lone ved hastesager.", "away", "LDNF"],
  ["Jeg er fraværende til og med {}.", "away", "LN", 1],
  ["Tak for din henvendelse. Jeg har fri og er at træffe igen fra {}.", "away", "LD"],
  ["Kontoret holder lukket, vi er tilbage {}.", "away", "FD"],
  ["Jeg har forladt virksomheden pr. {}.", "left", "L"],
  ["Din mail er modtaget og bliver besvaret senest {}.", "received", "L"],
];
const cs: readonly Row[] = [
  ["Dobrý den, momentálně nejsem v kanceláři. Vrátím se {}.", "away", "LDNF"],
  ["Do {} jsem na dovolené. Zastupuje mě kolega Dvořák.", "away", "LDN"],
  ["Jsem na služební cestě do {} včetně.", "away", "LN", 1],
  ["Opět k dispozici budu od {}. Děkuji za pochopení mé nepřítomnosti.", "away", "LDN"],
  ["Naše kancelář je zavřená, zpět budeme {}.", "away", "LF"],
  ["Od {} již ve firmě nepracuji.", "left", "L"],
  ["Vaše zpráva byla přijata, odpovíme do {}.", "received", "N"],
];
const ru: readonly Row[] = [
  ["Здравствуйте! Сейчас меня нет на рабочем месте. Вернусь {}.", "away", "LDNF"],
  ["Я в командировке до {}. Пожалуйста, обращайтесь к Ольге.", "away", "LDN"],
  ["Нахожусь в отпуске по {} включительно.", "away", "LN", 1],
  ["Снова буду на связи с {}. Извините, сейчас я в отпуске.", "away", "LDN"],
  ["Наш офис закрыт, мы вернёмся к работе {}.", "away", "LD"],
  ["С {} я больше не работаю в компании.", "left", "L"],
  ["Ваша заявка принята, ответ вы получите до {}.", "received", "N"],
];

const locales = {
  en: "en-GB",
  de: "de-DE",
  fr: "fr-FR",
  es: "es-ES",
  it: "it-IT",
  nl: "nl-NL",
  pt: "pt-PT",
  pl: "pl-PL",
  sv: "sv-SE",
  da: "da-DK",
  cs: "cs-CZ",
  ru: "ru-RU",
};
const options: Readonly<Record<Form, Intl.DateTimeFormatOptions>> = {
  F: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  L: { day: "numeric", month: "long", year: "numeric" },
  D: { day: "numeric", month: "long" },
  W: { weekday: "long", day: "numeric", month: "long" },
  N: { day: "2-digit", month: "2-digit", year: "numeric" },
};

const DAY_MS = 86_400_000;
const RECEIVED = Date.parse("2026-11-25T09:15:00Z");

/** More than 300 notes: every sentence with two dates in each of its forms, or without one. */
export const unseenNotes: readonly Note[] = Object.entries({ en, de, fr, es, it, nl, pt, pl, sv, da, cs, ru }).flatMap(
  ([language, rows], l) =>
    rows.flatMap(([text, is, forms, plus = 0], r) =>
      (forms === "" ? [""] : `${forms}${forms}`.split("")).map((form, f) => {
        const day = new Date(RECEIVED + (3 + ((l * 31 + r * 17 + f * 41) % 90)) * DAY_MS);
        const locale = locales[language as keyof typeof locales];
        const written = form === "" ? "" : new Intl.DateTimeFormat(locale, { ...options[form as Form], timeZone: "UTC" }).format(day);
        const returns = is === "away" && form !== "" ? new Date(day.getTime() + plus * DAY_MS).toISOString().slice(0, 10) : "";
        return note(language, text.replace("{}", written), is, returns);
      }),
    ),
);
