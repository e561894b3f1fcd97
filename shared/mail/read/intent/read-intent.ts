import { anyPhrase, type Phrases, phraseSource } from "../languages/language.ts";
import { matchOf } from "../readable-text.ts";
import { isRule, readMarker } from "../quotes/body-lines.ts";
import { answerWords, type StopWords, romanceStops } from "./intent-words.ts";
import { germanicStops, slavicStops } from "./stop-germanic-slavic.ts";

/** The meaning of a person's answer; `unknown` when no words prove one. */
export type Intent = "unsubscribe" | "not_interested" | "not_now" | "wrong_person" | "question" | "interested" | "unknown";

/** How much of an answer is read, characters; in a longer one no sentence says what the whole means. */
const TEXT_MAX = 2000;
/** The longest sentence that is read, characters. */
const SENTENCE_MAX = 400;

/** The words of a list, which `|` separates outside of braces. */
const wordsOf = (list: string): readonly string[] => {
  let depth = 0;
  const parts = [""];
  for (const sign of list) {
    depth += Number("{[".includes(sign)) - Number("}]".includes(sign));
    if (sign === "|" && depth === 0) parts.push("");
    else parts.push(`${parts.pop() ?? ""}${sign}`);
  }
  return parts;
};

/** The longest word that is found only whole, characters. */
const SHORT_WORD = 5;

/** A list as one expression: a short word is found whole, a longer one, or a choice, may go on. */
const anyOf = (list: string): RegExp => {
  const sources = wordsOf(list).map((one) => {
    const isOpen = one.endsWith("}") || (one.split(" ").at(-1) ?? "").length > SHORT_WORD;
    return `${phraseSource(one)}${isOpen ? "" : "(?![\\p{L}\\p{N}])"}`;
  });
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join("|")})`, "iu");
};

/** A list as one expression that finds one of its words, the longest, whole, at the start of a text. */
const first = (list: string): RegExp => {
  const longestFirst = wordsOf(list).toSorted((a, b) => b.length - a.length);
  return new RegExp(`^\\s*(?:${longestFirst.map(phraseSource).join("|")})(?![\\p{L}\\p{N}])`, "iu");
};

/** Phrases whose innermost choices stand in the order of their length, so that the longest is found. */
const longestChoices = (phrases: Phrases): Phrases =>
  Object.fromEntries(
    Object.entries(phrases).map(([phrase, example]) => [
      phrase.replace(/([{[])([^{}[\]]*)([}\]])/g, (_all, open: string, choices: string, close: string) => {
        const sorted = choices.split("|").toSorted((a, b) => b.length - a.length);
        return `${open}${sorted.join("|")}${close}`;
      }),
      example,
    ]),
  );

const compile = ({ asks, more, list, alone, polite, unless, but }: StopWords) => ({
  asks: anyPhrase(longestChoices(asks), "giu"),
  more: first(more),
  list: first(list),
  alone: new Set(alone.split("|")),
  polite: anyOf(polite),
  unless: anyOf(unless),
  but: anyOf(but),
});

/** The languages in which requests to stop are read. */
export const stopWords: Readonly<Record<string, StopWords>> = { ...germanicStops, ...romanceStops, ...slavicStops };

const languages = Object.values(stopWords).map(compile);
type Compiled = (typeof languages)[number];

/** What ends a clause. */
const clauseEnd =
  /^\s*(?:$|[.,;:!?)(–—…]|- |(?:and|or|as|because|since|please|thanks|thank|und|oder|da|weil|bitte|danke|vielen|et|ou|car|merci|svp|y|o|ya|gracias|por|e|poiché|grazie|per|en|want|dank|bedankt|obrigado|obrigada|i|bo|ponieważ|dziękuję|och|tack|og|tak|a|protože|děkuji|и|спасибо|пожалуйста|так как)(?![\p{L}]))/iu;

/** Signs of a joke. */
const joke =
  /[:;]-?[)D]|😉|😂|🤣|😄|😅|😊|\b(?:haha|lol|hihi|jaja)|(?:just )?(?:kidding|joking)|scherz|plaisant|broma|scherzo|grapje|brincadeira|żart|skämt|for sjov|vtip|шутк|шучу/iu;

/** What the person wrote: without quoted lines, and to where a signature, a rule or a forwarded mail begins. */
const ownLines = (text: string): string => {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => /^-- ?$/.test(line) || isRule(line) || readMarker(line) !== undefined);
  return (end < 0 ? lines : lines.slice(0, end)).filter((line) => !/^\s*>/.test(line)).join("\n");
};

const sentencesOf = (text: string): readonly string[] =>
  text
    .replaceAll("’", "'")
    .replaceAll("\r", "")
    .replace(/(\p{L}|,)\n(?=\p{Ll})/gu, "$1 ")
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "");

const bare = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' -]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Politeness that may stand beside a word alone. */
const courtesy =
  /(?<![\p{L}])(?:please|thanks|thank you|thx|bitte|danke|merci|svp|por favor|gracias|per favore|grazie|aub|alstublieft|alsjeblieft|bedankt|graag|dank u|obrigado|obrigada|proszę|dziękuję|tack|tak|venligst|prosím|děkuji|пожалуйста|спасибо)(?![\p{L}])/giu;

/** Where the clause of a request ends that began before `at`; undefined where other words follow, which may turn it around. */
const endsAt = ({ more, list }: Compiled, sentence: string, at: number): number | undefined => {
  let end = at;
  for (let i = 0; i < 4; i += 1) {
    const rest = sentence.slice(end);
    if (clauseEnd.test(rest) || list.test(rest)) return end;
    const found = /^ ?\S{1,64}@\S{1,64}(?= |$)/.exec(rest)?.[0] ?? more.exec(rest)?.[0];
    if (found === undefined) return undefined;
    end += found.length;
  }
  return clauseEnd.test(sentence.slice(end)) || list.test(sentence.slice(end)) ? end : undefined;
};

const asksIn = (language: Compiled, sentence: string): boolean => {
  if (sentence.includes("?") && !language.polite.test(sentence.split(/[,:]/).at(-1) ?? "") && !language.polite.test(sentence.slice(0, 40)))
    return false;
  for (const { 0: found, index } of sentence.matchAll(language.asks)) {
    const end = endsAt(language, sentence, index + found.length);
    if (end === undefined || /["“”„«»]/.test(sentence.slice(0, index))) continue;
    const after = sentence.slice(end);
    if (!language.unless.test(sentence) && !language.but.test(after) && !/ \S+@\S+/.test(after)) return true;
  }
  return false;
};

/** The sentence of an answer that asks for no more email; "" when the person's words do not prove it. */
export const stopRequest = (whole: string): string => {
  const text = ownLines(whole);
  if (text.length > TEXT_MAX || joke.test(text)) return "";
  const sentences = sentencesOf(text).filter(({ length }) => length <= SENTENCE_MAX);
  const words = sentences.map((sentence) => bare(sentence.replace(courtesy, " ")));
  const asking = sentences.find((sentence, i) =>
    languages.some((language) => asksIn(language, sentence) || (i <= 1 && !sentence.includes("?") && language.alone.has(words[i]!))),
  );
  return asking === undefined ? "" : matchOf("", asking).evidence;
};

/** The meaning of an answer, and the sentence that shows it; "" for `unknown`. */
export interface ReadIntent {
  readonly intent: Intent;
  readonly evidence: string;
}

const ANSWERS = ["not_interested", "not_now", "wrong_person", "interested"] as const;

const answers = Object.values(answerWords).map(({ unless, ...words }) => ({
  unless: anyOf(unless),
  words: ANSWERS.map((intent) => ({ intent, said: anyOf(words[intent]) })),
}));

/** Reads the meaning of an answer from the person's own words. Words for two meanings prove neither. */
export const readIntent = (whole: string): ReadIntent => {
  const asking = stopRequest(whole);
  const text = ownLines(whole);
  if (asking !== "") return { intent: "unsubscribe", evidence: asking };
  const unknown = { intent: "unknown", evidence: "" } as const;
  if (text.length > TEXT_MAX || joke.test(text)) return unknown;
  const sentences = sentencesOf(text).filter(({ length }) => length <= SENTENCE_MAX);
  const said = sentences.flatMap((evidence) => saidIn(evidence).map((intent) => ({ intent, evidence })));
  const [one] = said;
  if (one) return said.every(({ intent }) => intent === one.intent) ? { ...one, evidence: matchOf("", one.evidence).evidence } : unknown;
  const questions = sentences.filter((sentence) => sentence.endsWith("?"));
  const isOnlyQuestion = questions.length === 1 && sentences.filter((sentence) => bare(sentence).split(" ").length > 3).length <= 1;
  return isOnlyQuestion ? { intent: "question", evidence: matchOf("", questions[0]!).evidence } : unknown;
};

/** The meanings of a sentence; none for a question, or where other words may turn it around. */
const saidIn = (sentence: string): readonly Intent[] =>
  sentence.includes("?") || /["“”„«»]/.test(sentence)
    ? []
    : [
        ...new Set(
          answers.flatMap(({ unless, words }) =>
            words.flatMap(({ intent, said }) =>
              said.test(sentence) && (intent !== "interested" || !unless.test(sentence)) ? [intent] : [],
            ),
          ),
        ),
      ];
