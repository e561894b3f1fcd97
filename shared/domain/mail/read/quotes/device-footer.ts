import { anyOf } from "../languages/phrases.ts";
import { withoutInvisible } from "./invisible.ts";

/** Devices and programs by name, and what people call a telephone; names that are declined stand without their end. */
const devices =
  "iphon|ipad|ipod|\\bios\\b|android|samsung|galaxy|blackberry|windows|outlook|yahoo|proton|nokia|huawei|xiaomi|xperia|\\bhtc\\b|nexus|pixel|gmail|motorola|oneplus|" +
  "gmx|web\\.de|bluemail|k-9|fairemail|mail\\.ru|яндекс|почт|邮箱|微信|手机|手機|메일|스마트폰|spark|superhuman|zoho|canary|mail[- ]app|application mail|smartphone|mobil|\\bhandy|phone|téléphone|telefon|телефон|móvil|celular|cellulare";

/** A link in brackets, as plain text shows where a word led. */
const LINK = "(?:\\s*<https?:[^>\\s]*>)?";
/** Words of a line whose sentence does not end: a stop stands only inside a name ("mail.ru", a link). */
const WORDS = "(?:[^.!?。！？，]|[.!?](?=\\S))*";
/** At most two words before the device, where the verb comes last. */
const BEFORE = "(?:\\S{1,20} ){0,2}\\S{0,20}";

/** A whole line by which a program says where it runs: the phrase, the name of a device or program, and not much more. */
const footer = new RegExp(
  `^(?=.*(?:${devices}))[*_]*(?:(?:${anyOf("sentFrom", "(?![\\p{L}\\p{N}])")})${WORDS}|${BEFORE}(?:${devices})\\S{0,20} ?(?:${anyOf("sentFromAtEnd")}))[.!?。*_]*${LINK}$`,
  "iu",
);
/** The advertisement of Outlook on telephones in any language, known by where it leads. */
const outlookLink = /^[^<>@]*\boutlook\b[^<>@]{0,40}<https?:\/\/aka\.ms\/[^>\s]*>$/i;
/** Who speaks of himself wrote the line himself: "Sent from my phone, I am on the road". */
const person = /(?<![\p{L}\p{N}])(?:i|i'm|we|you|ich|wir|sie|je|nous|vous|yo|io|ik|wij)(?![\p{L}\p{N}])/iu;

const isFooter = (line: string): boolean => {
  const text = withoutInvisible(line).trim();
  if (text === "" || text.length > 120 || text.split(/\s+/).length > 12) return false;
  return outlookLink.test(text) || (footer.test(text) && !person.test(text.replace(/^\S+ sie sich /i, "")));
};

/**
 * The lines at the end of what stays that mail programs added ("Sent from my iPhone", in many languages): the sender did not write them.
 * The sender's own signature stays with all that stands in it, and so does a footer that is all there is. `stays` says which lines stay.
 */
export const deviceFooters = (texts: readonly string[], stays: (at: number) => boolean): readonly number[] => {
  const shown = [...texts.keys()].filter((at) => stays(at) && withoutInvisible(texts[at]!).trim() !== "");
  const last = shown.findLastIndex((at) => !isFooter(texts[at]!));
  return last < 0 || shown.some((at) => /^--\s*$/.test(texts[at]!)) ? [] : shown.slice(last + 1);
};
