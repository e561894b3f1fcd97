import { anyOf } from "../languages/phrases.ts";

const devices =
  "iphon|ipad|ipod|\\bios\\b|android|samsung|galaxy|blackberry|windows|outlook|yahoo|proton|nokia|huawei|xiaomi|xperia|\\bhtc\\b|nexus|pixel|gmail|motorola|oneplus|smartphone|my mobile";

/** A whole line by which a program says where it runs: the phrase, the name of a device or program, and not much more. */
const footer = new RegExp(
  `^(?=.*(?:${devices}))(?:[*_]*(?:${anyOf("sentFrom", " ")})[^.!?]*|\\S{0,20}(?:${devices})\\S{0,20} ?(?:${anyOf("sentFromAtEnd")}))[.!?*_]*(?:\\s*<https?:[^>\\s]*>)?$`,
  "iu",
);

const isFooter = (line: string): boolean => {
  const text = line.trim();
  return text.length <= 90 && text.split(/\s+/).length <= 12 && footer.test(text);
};

/**
 * Takes the lines that a mail program added at the end ("Sent from my iPhone", in many languages) off a reply: the sender did not write
 * them. The sender's own signature stays with all that stands in it, and so does a footer that is all there is.
 */
export const withoutDeviceFooter = (lines: readonly string[]): readonly string[] => {
  const end = lines.findLastIndex((line) => line.trim() !== "");
  const last = lines[end];
  if (last === undefined || !isFooter(last)) return lines;
  const rest = lines.slice(0, end);
  const inSignature = rest.some((line) => /^--\s*$/.test(line));
  return inSignature || rest.every((line) => line.trim() === "") ? lines : rest;
};
