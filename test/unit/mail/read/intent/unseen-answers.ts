import blind from "./blind-answers.json" with { type: "json" };
import written from "./unseen-answers.json" with { type: "json" };

type Sentences = Readonly<Record<string, { readonly stop: readonly string[]; readonly other: readonly string[] }>>;

/** An answer of a test: its new text, as without its quote, and what its words prove. `no` stands for everything but a request to stop. */
export interface Answer {
  readonly language: string;
  readonly text: string;
  readonly stops: boolean;
}

/** Sentences that ask to be written to no more, and sentences that do not, by language; written before the rules. */
const sentences: Sentences = written;

const greetings: Readonly<Record<string, readonly [string, string]>> = {
  en: ["Hi Sam,", "Best,\nJane"],
  de: ["Guten Tag,", "Mit freundlichen Grüßen\nJana"],
  fr: ["Bonjour,", "Cordialement,\nJeanne"],
  es: ["Hola:", "Saludos,\nAna"],
  it: ["Buongiorno,", "Cordiali saluti\nAnna"],
  nl: ["Beste Sam,", "Met vriendelijke groet,\nAnna"],
  pt: ["Olá,", "Cumprimentos,\nAna"],
  pl: ["Dzień dobry,", "Pozdrawiam\nAnna"],
  sv: ["Hej,", "Vänliga hälsningar\nAnna"],
  da: ["Hej,", "Venlig hilsen\nAnna"],
  cs: ["Dobrý den,", "S pozdravem\nAnna"],
  ru: ["Здравствуйте!", "С уважением,\nАнна"],
};

/** 504 answers in twelve languages, a third of them requests, the rest near misses; written before the words of the rules were read. */
export const blindAnswers: readonly Answer[] = Object.entries(blind as Sentences).flatMap(([language, { stop, other }]) => [
  ...stop.map((text) => ({ language, text, stops: true })),
  ...other.map((text) => ({ language, text, stops: false })),
]);

/** More than 600 answers: each sentence alone, and with a greeting and a closing. */
export const unseenAnswers: readonly Answer[] = Object.entries(sentences).flatMap(([language, { stop, other }]) =>
  [...stop.map((text) => ({ text, stops: true })), ...other.map((text) => ({ text, stops: false }))].flatMap(({ text, stops }) => {
    const [hello, bye] = greetings[language]!;
    return [text, `${hello}\n\n${text}\n\n${bye}`].map((whole) => ({ language, text: whole, stops }));
  }),
);
