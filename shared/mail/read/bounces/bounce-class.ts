import { type ClassPhrases, english, type BounceClass } from "./classes/english.ts";
import { easternProviders, gateways, microsoft, providers, notTheAddress } from "./classes/gateways.ts";
import { danishNorwegian, dutch, german, swedish, french, italian, portuguese, romanian, spanish } from "./classes/west-european.ts";
import {
  chinese,
  czechSlovak,
  finnish,
  furtherEuropean,
  greekBulgarian,
  hungarian,
  japanese,
  korean,
  polish,
  russian,
  semiticPersian,
  southeastAsian,
  turkish,
} from "./classes/further.ts";
import { phraseSource } from "../languages/language.ts";

/** Texts of servers, single providers' first; a phrase counts only at the start of a word. */
export const serverTexts: readonly ClassPhrases[] = [easternProviders, providers, microsoft, gateways, english];

/** Texts in other languages; a phrase counts anywhere, because many of these languages join words. */
export const languageTexts: readonly ClassPhrases[] = [
  notTheAddress,
  german,
  dutch,
  swedish,
  danishNorwegian,
  french,
  spanish,
  italian,
  portuguese,
  romanian,
  russian,
  polish,
  czechSlovak,
  finnish,
  hungarian,
  turkish,
  greekBulgarian,
  furtherEuropean,
  southeastAsian,
  semiticPersian,
  chinese,
  japanese,
  korean,
];

export type { BounceClass };

/** The reason why a recipient's copy bounced, as a report states it. */
export interface Failure {
  /** The enhanced status (RFC 3463), "" when unknown. */
  readonly status: string;
  /** The server's text. */
  readonly reason: string;
}

/** Longer texts are cut to this many characters. */
const MAX_LENGTH = 500;

/** The classes, the most specific first: when a text has words of several classes, the first class counts, and the milder one always does. */
const bySpecificity = ["dmarc", "relay", "mailbox_full", "spam", "too_large", "policy", "expired", "other", "unknown_user"] as const;

/** The phrases of a class, those of single providers before general ones, which may match less of a text; with gaps ("…") or without. */
const sourceOf = (tables: readonly ClassPhrases[], kind: BounceClass, gaps: boolean): string =>
  tables
    .flatMap((table) => Object.keys(table[kind] ?? {}).toSorted((a, b) => b.length - a.length))
    .filter((phrase) => phrase.includes("…") === gaps)
    .map((phrase) => phraseSource(phrase.toLowerCase()).replaceAll(".{0,60}", ".{0,60}?"))
    .join("|") || NOTHING;

const NOTHING = "(?!)";

/** Two expressions for each class, which find its phrases in all languages; texts are compared in lower case, which is much faster than the flag. */
const compileWords = () =>
  bySpecificity.flatMap((kind) =>
    [false, true].map((gaps) => ({
      kind,
      gaps,
      pattern: new RegExp(`(?<![a-z\\d_])(?:${sourceOf(serverTexts, kind, gaps)})|${sourceOf(languageTexts, kind, gaps)}`, "gu"),
    })),
  );

/** Compiled with the first report: thirty functions show bounces, and few calls meet one. */
let words: ReturnType<typeof compileWords> | undefined;

/** The classes of exact statuses in RFC 3463 and IANA's registry of enhanced status codes, and of Exchange Online's own; the others are general. */
const statuses: readonly (readonly [BounceClass, RegExp])[] = [
  ["unknown_user", /^5\.(?:1\.(?:1|2|3|6|10)|4\.4|4\.310)$/],
  ["mailbox_full", /^[45]\.2\.2$/],
  ["too_large", /^[45]\.(?:2\.3|3\.4)$/],
  ["dmarc", /^[45]\.7\.(?:2[0-46]|29|509|515)$/],
  ["relay", /^[45]\.7\.(?:64|54)$/],
  ["expired", /^5\.4\.(?:7|300|312|316|317)$/],
  ["policy", /^5\.(?:1\.(?:[78]|90)|2\.12[12]|7\.25)$/],
];

/**
 * Codes, names and phrases that say nothing about the reason but look like words: further lines of SMTP replies, addresses, the server's own name,
 * and what qmail writes below every final reply.
 */
const noise =
  /\bgiving up on [\d.:a-f]{3,45}(?=\s|$)|(?<=[\s\d])[245]\d\d[- ](?:[245]\.\d{1,3}\.\d{1,3} )?|\S{1,64}@[\w.-]{1,255}|\bhost [\w-]{1,63}\.[\w.-]{1,255}(?:\[[^\]\s]{1,50}\])?/g;

/**
 * The class to which a text's words belong; undefined for none. Words inside a longer phrase of another class without gaps are part of that phrase
 * ("recipient address rejected: access denied"). Words of the class `other`, which speak against a final refusal, always count.
 */
export const classOfWords = (reason: string): BounceClass | undefined => {
  const text = reason
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/\s+/g, " ")
    .replace(noise, "@ ")
    .replace(/ {2,}/g, " ");
  words ??= compileWords();
  const found = words.flatMap(({ kind, gaps, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({ kind, gaps, from: match.index, to: match.index + match[0].length })),
  );
  const isPart = (inner: (typeof found)[number]) =>
    inner.kind !== "other" &&
    found.some(
      ({ kind, gaps, from, to }) =>
        !gaps && kind !== inner.kind && from <= inner.from && to >= inner.to && to - from > inner.to - inner.from,
    );
  return found.find((match) => !isPart(match))?.kind;
};

/** Words of English replies, few of which occur in other languages. */
const englishWords =
  /\b(?:the|this|that|there|user|users|recipient|recipients|address|does|doesn't|not|unknown|invalid|such|your|you|was|has|been|have|could|cannot|can't|rejected|denied|failed|found|exist|exists|disabled|inactive|here|please|with|from|refused|unavailable|undeliverable|delivery|sorry|deactivated|expired|valid|bad|unrouteable|mailbox|account|known|listed|moved|malformed|unexpected)\b/i;
/** What an English mail system writes around another server's reply. */
const around = /^[^]{0,300}?\bsaid: |\(in reply to [^)]{0,60}\)?/g;

const beyondAscii = /[\u0080-\uffff]/;

/** Whether a text has words, but none that is known or English: they may say anything. */
const isUnread = (reason: string): boolean => {
  const text = reason.slice(0, MAX_LENGTH).replace(around, " ").toLowerCase().replace(noise, " ");
  const spoken = text.split(" ").filter((word) => beyondAscii.test(word) || !/[\d@/=_]|\w\.\w/.test(word));
  const words = spoken.join(" ").match(/\p{L}{2,}/gu) ?? [];
  return (words.length > 1 || beyondAscii.test(words.join(""))) && !englishWords.test(text);
};

/** A refusal that gives no reason. */
const refuses = /\b(?:refused|rejected|denied|declined|blocked)\b/i;

const classOfStatus = (status: string): BounceClass | undefined => statuses.find(([, pattern]) => pattern.test(status))?.[0];

/**
 * The class of a bounce, by three signs: the Status field, the code in the text, and the text's words. When they contradict each other, or the words
 * are of a language of which nothing is known, the bounce does not show that an address does not exist. A temporary status of a bounced copy means
 * that the time for retries was over (RFC 3463, 2), unless the server's text begins with a permanent reply.
 */
export const bounceClass = ({ status, reason }: Failure): BounceClass => {
  const said = classOfWords(reason);
  const quoted = classOfStatus(enhancedStatus(reason.slice(0, MAX_LENGTH)));
  const coded = classOfStatus(status);
  const proves = (sign: BounceClass | undefined) => (sign === "unknown_user" && said === undefined && isUnread(reason) ? "other" : sign);
  if (coded === "unknown_user")
    return [quoted, said].find((sign) => sign !== undefined && sign !== "unknown_user") ?? proves(coded) ?? coded;
  if (coded !== undefined) return coded === "too_large" && said === "mailbox_full" ? said : coded;
  if (status.startsWith("4") && !/^\W*5\d\d\b/.test(reason)) return said === "mailbox_full" ? said : "expired";
  if (said !== undefined && said !== "other") return said;
  if (quoted !== undefined && quoted !== "unknown_user") return quoted;
  return status.startsWith("5.7.") || refuses.test(reason) ? "policy" : (said ?? proves(quoted) ?? "other");
};

/** Whether another attempt is useless: the status is permanent, and the reason is neither a full mailbox nor the end of the retries. */
export const isPermanent = (failure: Failure): boolean => {
  const kind = bounceClass(failure);
  if (kind === "mailbox_full" || kind === "expired") return false;
  return failure.status.startsWith("5") || (failure.status === "" && kind === "unknown_user");
};

/**
 * The first enhanced status code in a text (RFC 3463: a class, a subject of 0 to 7, a detail) that is not part of an address, a version, or a longer
 * number; `""` when there is none.
 */
export const enhancedStatus = (text: string): string => {
  return /(?:^|[^\w.-]|(?<![\d.])\d{3}-)([245]\.[0-7]\.\d{1,3})(?!\w|\.\d)/.exec(text)?.[1] ?? "";
};
