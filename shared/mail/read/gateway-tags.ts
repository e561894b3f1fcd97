import { anyOf } from "./languages/phrases.ts";

const NAMES = anyOf("gatewayTags");
const KIND = `(?: (?:${anyOf("afterGatewayTag")}))?`;

/** `[EXTERNAL] `, `***SPAM*** `, `EXT: ` at the start of a subject, up to three. */
const tags = new RegExp(
  `^(?:\\s{0,3}(?:[[({<]\\s?(?:${NAMES})${KIND}\\s?[\\])}>]|\\*{2,5}\\s?(?:${NAMES})${KIND}\\s?\\*{2,5}|(?:${NAMES}): ?)){1,3}\\s{0,3}`,
  "iu",
);

/** A subject as its sender wrote it, without gateways' tags; a subject that consists of tags only stays. */
export const withoutGatewayTags = (subject: string): string => subject.replace(tags, "") || subject;
