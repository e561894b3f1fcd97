import { anyOf, anyWordOf } from "../languages/phrases.ts";
import { withoutInvisible } from "./invisible.ts";

/** Names of devices and programs. */
const BRANDS =
  "iphon|ipad|ipod|\\bios\\b|android|samsung|galaxy|blackberry|windows|outlook|yahoo|proton|nokia|huawei|xiaomi|xperia|\\bhtc\\b|nexus|pixel|gmail|motorola|oneplus|" +
  "gmx|web\\.de|bluemail|k-9|fairemail|mail\\.ru|яндекс|微信|spark|superhuman|zoho|canary";
const devices = `${BRANDS}|${anyOf("devices")}`;

/** A link in brackets, as plain text shows the target of a word. */
const LINK = "(?:\\s*<https?:[^>\\s]*>)?";
/** Words of one sentence: a full stop may only be inside a name ("mail.ru", a link). */
const WORDS = "(?:[^.!?。！？，]|[.!?](?=\\S))*";
/** At most two words before the device, in languages where the verb comes last. */
const BEFORE = "(?:\\S{1,20} ){0,2}\\S{0,20}";

/** A whole line by which a program says where it runs: the phrase, the name of a device or program, and little else. */
const footer = new RegExp(
  `^(?=.*(?:${devices}))[*_]*(?:(?:${anyOf("sentFrom", "(?![\\p{L}\\p{N}])")})${WORDS}|${BEFORE}(?:${devices})\\S{0,20} ?(?:${anyOf("sentFromAtEnd")}))[.!?。*_]*${LINK}$`,
  "iu",
);
/** Outlook's advertisement on telephones in any language, recognised by its link. */
const outlookLink = /^[^<>@]*\boutlook\b[^<>@]{0,40}<https?:\/\/aka\.ms\/[^>\s]*>$/i;
/** A pronoun after the phrase: "Sent from my phone, I am on the road". */
const person = new RegExp(anyWordOf("speakers"), "iu");
const phrase = new RegExp(`^[*_]*(?:${anyOf("sentFrom")})`, "iu");

const isFooter = (line: string): boolean => {
  const text = withoutInvisible(line).trim();
  if (text === "" || text.length > 120 || text.split(/\s+/).length > 12) return false;
  return outlookLink.test(text) || (footer.test(text) && !person.test(text.replace(phrase, "")));
};

/**
 * The footers of mail programs ("Sent from my iPhone", in many languages) at the end of the kept lines, which the sender did not write. The sender's
 * signature stays with everything in it, and so does a footer that is the whole text. `stays` says which lines are kept.
 */
export const deviceFooters = (texts: readonly string[], stays: (at: number) => boolean): readonly number[] => {
  const shown = [...texts.keys()].filter((at) => stays(at) && withoutInvisible(texts[at]!).trim() !== "");
  const last = shown.findLastIndex((at) => !isFooter(texts[at]!));
  return last < 0 || shown.some((at) => /^--\s*$/.test(texts[at]!)) ? [] : shown.slice(last + 1);
};
