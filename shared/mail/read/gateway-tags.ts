import { anyOf } from "./languages/phrases.ts";

const NAMES = anyOf("gatewayTags");
const KIND = `(?: (?:${anyOf("afterGatewayTag")}))?`;

/** `[EXTERNAL] `, `***SPAM*** `, `EXT: ` at the start of a subject, up to three. */
const tags = new RegExp(
  `^(?:\\s{0,3}(?:[[({<]\\s?(?:${NAMES})${KIND}\\s?[\\])}>]|\\*{2,5}\\s?(?:${NAMES})${KIND}\\s?\\*{2,5}|(?:${NAMES}): ?)){1,3}\\s{0,3}`,
  "iu",
);

/** A subject without the tags that gateways put before it; a subject of nothing but tags is unchanged. */
export const withoutGatewayTags = (subject: string): string => subject.replace(tags, "") || subject;
