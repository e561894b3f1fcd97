/** What gateways and filters call a mail in the tag that they put before its subject. */
const NAMES =
  "ext(?:ern(?:al|e|o|a)?)?|esterno|outside|untrusted|caution|warning|(?:(?:suspected|possible|probable|likely) )?(?:spam|junk)\\??|bulk|外部|外部メール|社外|외부";
const KIND = "(?: (?:e-?mail|mail|sender|message))?";

/** `[EXTERNAL] `, `***SPAM*** `, `EXT: ` at the start of a subject, up to three. */
const tags = new RegExp(
  `^(?:\\s{0,3}(?:[[({<]\\s?(?:${NAMES})${KIND}\\s?[\\])}>]|\\*{2,5}\\s?(?:${NAMES})${KIND}\\s?\\*{2,5}|(?:${NAMES}): ?)){1,3}\\s{0,3}`,
  "iu",
);

/** A subject as its sender wrote it, without the tags that a gateway put before it; a subject that is nothing else stays. */
export const withoutGatewayTags = (subject: string): string => subject.replace(tags, "") || subject;
