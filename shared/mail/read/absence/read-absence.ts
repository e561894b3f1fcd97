import { dutch, english, german, type AbsenceWords, type Terms, termBefore, termsOf, type Token, tokensOf } from "./absence-words.ts";
import { danish, norwegian, swedish, czech, polish, russian } from "./nordic-slavic.ts";
import { french, italian, portuguese, spanish } from "./romance.ts";
import { anyPhrase } from "../languages/language.ts";
import { matchOf } from "../readable-text.ts";
import { type DateWords, datesIn, dateWordsOf, type WrittenDate, dayOf, isoDay, resolveDate } from "./dates.ts";

/** The languages in which absence notes are read. */
export const absenceLanguages: Readonly<Record<string, AbsenceWords>> = {
  english,
  german,
  dutch,
  swedish,
  danish,
  norwegian,
  french,
  spanish,
  italian,
  portuguese,
  polish,
  czech,
  russian,
};

/** What an automatic answer says: its author is away, has left for good, or received the mail. */
export type AutoClass = "away" | "left" | "received" | "other";

/** What an automatic answer says, and the words that say so. */
export interface Absence {
  readonly autoClass: AutoClass;
  /** The day of the return, `YYYY-MM-DD`; absent where the words do not say it for certain. */
  readonly returnsOn?: string;
  /** "" for `other`. */
  readonly evidence: string;
}

/** The fields of an automatic answer from which an absence is read. */
export interface AbsenceNote {
  readonly subject: string;
  /** Its new text, without what it quotes. */
  readonly text: string;
  readonly receivedAt: Date;
  /** The sender's offset from UTC, minutes. */
  readonly offset: number;
}

/** How much of a note is read, characters. */
const TEXT_MAX = 3000;
const SUBJECT_MAX = 300;
const DAY_MS = 86_400_000;

/** A language's words, compiled. */
interface Compiled extends Record<"returns" | "whenBack" | "notReturns" | "absent" | "left" | "received", RegExp> {
  readonly dates: DateWords;
  readonly until: Terms;
  readonly through: Terms;
  readonly inclusive: Terms;
}

const compile = (words: AbsenceWords): Compiled => ({
  dates: dateWordsOf(words),
  until: termsOf(words.until),
  through: termsOf(words.through),
  inclusive: termsOf(words.inclusive),
  returns: anyPhrase(words.returns, "giu"),
  whenBack: anyPhrase(words.whenBack ?? {}, "giu"),
  notReturns: anyPhrase(words.notReturns ?? {}, "giu"),
  absent: anyPhrase(words.absent),
  left: anyPhrase(words.left),
  received: anyPhrase(words.received),
});

const languages = Object.values(absenceLanguages).map(compile);

/** Reads what an automatic answer says, and when its author returns. */
export const readAbsence = ({ subject, text, receivedAt, offset }: AbsenceNote): Absence => {
  const lines = [subject.slice(0, SUBJECT_MAX), ...joined(text.slice(0, TEXT_MAX))];
  const today = dayOf(receivedAt, offset);
  const said = languages.flatMap((words) => returnsIn(words, lines, today));
  const sure = said.some(({ isReturn }) => isReturn) ? said.filter(({ isReturn }) => isReturn) : said;
  const days = new Set(sure.map(({ day }) => day));
  const [first] = sure;
  const whole = lines.join("\n");
  if (first)
    return {
      autoClass: "away",
      ...(days.size === 1 && first.day !== undefined && { returnsOn: isoDay(first.day) }),
      evidence: matchOf("", first.sentence).evidence,
    };
  for (const autoClass of ["left", "away", "received"] as const) {
    const found = languages
      .map((words) => words[autoClass === "away" ? "absent" : autoClass].exec(whole)?.[0])
      .find((words) => words !== undefined);
    if (found !== undefined) return { autoClass, evidence: matchOf("", found).evidence };
  }
  return { autoClass: "other", evidence: "" };
};

/** The shortest line that a program may have broken, characters. */
const FULL_LINE = 40;

/** Lines that a program broke are joined again; a blank line ends what it says, and a short one, unless the next goes on in small letters. */
const joined = (text: string): readonly string[] => {
  const lines: string[] = [];
  let isOpen = false;
  let wasWords = false;
  for (const line of text
    .replaceAll("’", "'")
    .split("\n")
    .map((one) => one.trim())) {
    if (line !== "" && (isOpen || (wasWords && /^[\p{Ll}\d]/u.test(line)))) lines.push(`${lines.pop() ?? ""} ${line}`);
    else if (line !== "") lines.push(line);
    isOpen = line.length >= FULL_LINE;
    wasWords = /[\p{L}\d,]$/u.test(line);
  }
  return lines;
};

/** A day that a note names for the end of an absence. */
interface Said {
  readonly day: number | undefined;
  /** It is said of a return; else it ends the absence. */
  readonly isReturn: boolean;
  readonly sentence: string;
}

const returnsIn = (words: Compiled, lines: readonly string[], today: number): readonly Said[] => {
  const isMonthFirst = shownOrder(words.dates, lines);
  return lines.flatMap((line, i) =>
    sentencesOf(words.dates, line).flatMap(({ sentence, tokens, dates }) =>
      saidIn(words, { sentence, tokens, dates, isSubject: i === 0 }, today, isMonthFirst),
    ),
  );
};

/** Whether months come first in digits, where a date of the note shows it by a number over 12. */
const shownOrder = (words: DateWords, lines: readonly string[]): boolean | undefined => {
  if (words.isDayFirst) return false;
  const pairs = [...lines.join("\n").matchAll(/(?<![\d/.-])(\d{1,2})[/-](\d{1,2})(?:[/-]\d{2,4})?(?![\d/-])/g)].map(
    ([, a, b]) => [Number(a), Number(b)] as const,
  );
  const [dayFirst, monthFirst] = [
    pairs.some(([a, b]) => a > 12 && a <= 31 && b <= 12),
    pairs.some(([a, b]) => b > 12 && b <= 31 && a <= 12),
  ];
  return dayFirst === monthFirst ? undefined : monthFirst;
};

interface Sentence {
  readonly sentence: string;
  readonly tokens: readonly Token[];
  readonly dates: readonly WrittenDate[];
}

/** The sentences of a line that have dates; a full stop within a date ends none. */
const sentencesOf = (words: DateWords, line: string): readonly Sentence[] => {
  const tokens = tokensOf(line);
  const dates = datesIn(words, tokens);
  if (dates.length === 0) return [];
  const inDate = new Set(dates.flatMap(({ at, next }) => Array.from({ length: Math.max(0, next - at - 1) }, (_, i) => at + i)));
  const sentences: Sentence[] = [];
  let from = 0;
  tokens.forEach(({ word, end }, i) => {
    const isLast = i === tokens.length - 1;
    const ends =
      /^[.!?;。]$/.test(word) &&
      !inDate.has(i) &&
      /^\s/.test(line.slice(end, end + 1)) &&
      startsAnew(line.slice(end).trimStart(), tokens[i - 1]);
    if (!ends && !isLast) return;
    const own = tokens.slice(from, i + 1);
    const shift = own[0]!.start;
    const inside = dates
      .filter(({ at, next }) => at >= from && next <= i + 1)
      .map((date) => ({ ...date, at: date.at - from, next: date.next - from }));
    const moved = own.map((token) => ({ word: token.word, start: token.start - shift, end: token.end - shift }));
    if (inside.length > 0) sentences.push({ sentence: line.slice(shift, end), tokens: moved, dates: inside });
    from = i + 1;
  });
  return sentences;
};

/** A new sentence begins with a capital letter or a sign, and not after an abbreviation of one letter. */
const startsAnew = (rest: string, before: Token | undefined): boolean => /^[^\p{Ll}]/u.test(rest) && (before?.word.length ?? 0) > 1;

/** The words and signs between the two days of a span, in any language. */
const between = termsOf("- – — to bis au à a al tot t/m do til till по и e ed and und et y i og och en thru through");

const saidIn = (
  words: Compiled,
  { sentence, tokens, dates, isSubject }: Sentence & { readonly isSubject: boolean },
  today: number,
  isMonthFirst: boolean | undefined,
): readonly Said[] => {
  const roles = dates.map((date, i) => ({
    ...roleOf(words, tokens, date, dates[i - 1], dates[i + 1]),
    date,
    start: tokens[date.at]!.start,
    end: tokens[date.next - 1]!.end,
  }));
  const dayAt = ({ date, plus }: (typeof roles)[number]) => {
    const day = resolveDate(date, today, isMonthFirst);
    return day === undefined ? undefined : day + plus * DAY_MS;
  };
  const cues = cuesIn(words, sentence, roles);
  const free = cues.length === 0 ? [] : roles.filter(({ role }) => role === "none");
  const [nearest] = free.toSorted((a, b) => distance(a, cues) - distance(b, cues));
  if (nearest) return [{ day: dayAt(nearest), isReturn: true, sentence }];
  const ends = isSubject || words.absent.test(sentence) ? roles.filter(({ role }) => role === "end") : [];
  return ends.map((end) => ({ day: dayAt(end), isReturn: false, sentence }));
};

/** Where something stands in a sentence. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A date follows a phrase at once with at most a short word between, characters. */
const AT_ONCE = 6;

/** The phrases of a return in a sentence. "When I am back" is one where its date follows at once. */
const cuesIn = (words: Compiled, sentence: string, dates: readonly Span[]): readonly Span[] => {
  const blank = (found: string) => " ".repeat(found.length);
  const isDated = (end: number) => dates.some(({ start }) => start >= end && start - end <= AT_ONCE);
  const plain = sentence
    .replace(words.whenBack, (found, at: number) => (isDated(at + found.length) ? found : blank(found)))
    .replace(words.notReturns, blank);
  return Array.from(plain.matchAll(words.returns), ({ 0: found, index }) => ({ start: index, end: index + found.length }));
};

/** How far a date is from the nearest phrase of a return; those that follow one are nearer, and of several within one the last. */
const distance = ({ start, end }: Span, cues: readonly Span[]): number =>
  Math.min(
    ...cues.map((cue) => {
      if (start >= cue.end) return start - cue.end;
      return cue.start >= end ? cue.start - end + 10 : Math.max(0, cue.end - end);
    }),
  );

/** Whether a date begins a span, ends an absence (`plus` days later its owner is there), or is free. */
const roleOf = (
  words: Compiled,
  tokens: readonly Token[],
  date: WrittenDate,
  before: WrittenDate | undefined,
  after: WrittenDate | undefined,
): { readonly role: "start" | "end" | "none"; readonly plus: 0 | 1 } => {
  const includes = [0, 1, 2].some((gap) => endsWithin(words, tokens, date.next, gap));
  if (after && after.at - date.next <= 4 && spanBetween(words, tokens, after, date.next) !== undefined) return { role: "start", plus: 0 };
  if (date.endsSpan || (before && spanBetween(words, tokens, date, before.next) !== undefined) || spanFromNumber(words, tokens, date))
    return { role: "end", plus: 1 };
  if (directly(words.through, words, tokens, date.at) !== undefined) return { role: "end", plus: 1 };
  if (directly(words.until, words, tokens, date.at) !== undefined) return { role: "end", plus: includes ? 1 : 0 };
  return { role: "none", plus: 0 };
};

/** Whether a word such as "inclusive" follows, after a sign or a small word. */
const endsWithin = ({ inclusive }: Compiled, tokens: readonly Token[], next: number, gap: number): boolean => {
  const skipped = tokens.slice(next, next + gap).every(({ word }) => /^[,(.]$/.test(word) || word.length <= 5);
  return skipped && (inclusive.get(tokens[next + gap]?.word ?? "") ?? []).length > 0;
};

/** Where one of these terms begins that stands before a date, with small words between; undefined for none. */
const directly = (terms: Terms, { dates: { small } }: Compiled, tokens: readonly Token[], before: number): number | undefined => {
  let at = before;
  for (let i = 0; i < 4; i += 1) {
    const found = termBefore(terms, tokens, at);
    if (found !== undefined) return found;
    const smaller = termBefore(small, tokens, at) ?? (/^[,(]$/.test(tokens[at - 1]?.word ?? "") ? at - 1 : undefined);
    if (smaller === undefined) return undefined;
    at = smaller;
  }
  return undefined;
};

/** Where the words between two days of a span begin; undefined where they are none. */
const joinerOf = (words: Compiled, tokens: readonly Token[], date: WrittenDate): number | undefined =>
  directly(between, words, tokens, date.at) ??
  directly(words.through, words, tokens, date.at) ??
  directly(words.until, words, tokens, date.at);

const spanBetween = (words: Compiled, tokens: readonly Token[], date: WrittenDate, from: number): number | undefined => {
  const at = joinerOf(words, tokens, date);
  return at !== undefined && at >= from && tokens.slice(from, at).every(({ word }) => /^[,.()]$/.test(word)) ? at : undefined;
};

/** Whether a day's number alone begins the span: "23. bis 27. November". */
const spanFromNumber = (words: Compiled, tokens: readonly Token[], date: WrittenDate): boolean => {
  const at = joinerOf(words, tokens, date);
  if (at === undefined) return false;
  const number = tokens[at - 1]?.word === "." ? tokens[at - 2] : tokens[at - 1];
  return /^(?:[1-9]|[12]\d|3[01])$/.test(number?.word ?? "");
};
