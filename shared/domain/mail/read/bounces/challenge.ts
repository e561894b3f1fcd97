import { withLf } from "../line-ends.ts";
import type { ParsedMessage } from "../../parsed-message.ts";

/** Longest text that is looked at for a challenge, in characters. */
const MAX_LENGTH = 4000;

/** What a filter asks the sender to do, by language. */
const acts: readonly RegExp[] = [
  /\b(?:click|follow|visit|reply|respond|answer|fill|enter|type|go to)\b/i, // en
  /\b(?:klicken|antworten|bestätigen|besuchen) sie\b/i, // de
  /\b(?:cliquez|répondez|confirmez|visitez)\b/i, // fr
  /\b(?:haga clic|clique|clicca|responda|rispondi|confirme|confermare?)\b/i, // es pt it
];

/** What for: to be known for a person, so that the mail is delivered. */
const purposes: readonly RegExp[] = [
  /\b(?:(?:you|sender) (?:are|is) (?:a )?(?:human|real|person|not a)|(?:confirm|verify|authenticate|prove) (?:your|the|this|that|yourself)\b|(?:approved|guest|allowed|safe) (?:senders? )?list|whitelist|(?:your|the|this) (?:message|e-?mail) (?:will|can|to) be (?:delivered|released)|have (?:your|the|this) (?:message|e-?mail) (?:delivered|released)|(?:release|deliver) (?:your|the|this) (?:message|e-?mail))/i, // en
  /(?:zugestellt wird|zustellung|absender|mensch)/i, // de
  /(?:expéditeur|votre (?:message|adresse|identité)|humain)/i, // fr
  /(?:su (?:mensaje|dirección|identidad)|sua (?:mensagem|identidade)|seu (?:endereço|e-?mail)|il (?:suo|tuo) messaggio|humano|umano)/i, // es pt it
];

/** The same where nothing but the words shows a challenge: what no person asks of who wrote to him. */
const personalPurposes =
  /\b(?:(?:you|sender) (?:are|is) (?:a )?(?:human|real person)|(?:approved|guest|allowed|safe) senders? list|your (?:message|e-?mail) (?:will|can|to) be (?:delivered|released)|(?:release|deliver) your (?:message|e-?mail)|(?:nachricht|e-mail) zugestellt wird|votre (?:message|e-?mail) soit (?:remis|délivré)|su (?:mensaje|correo) sea entregado)(?![\p{L}])/iu;

/** The line of a server that refused a mail: what stands in it is no request to anybody. */
const serverLine = /\b5\d\d[ -]|\b5\.\d{1,3}\.\d{1,3}\b/;

/** Whether a mail asks its reader to prove to be a person before the mail is delivered: an answer of a filter, though some dress it as a report. */
export const isChallenge = ({ text, reports }: Pick<ParsedMessage, "text" | "reports">): boolean => {
  if (
    reports.some(
      ({ contentType, content }) =>
        contentType.endsWith("delivery-status") && /^diagnostic-code:[^\n]*(?:\n[^\n]*)?\b5\d\d\b/im.test(content),
    )
  )
    return false;
  return asksFor(text, (sentence) => purposes.some((purpose) => purpose.test(sentence)));
};

/** The same of a mail that is no report. */
export const isChallengeInProse = ({ text }: Pick<ParsedMessage, "text">): boolean =>
  asksFor(text, (sentence) => personalPurposes.test(sentence));

const asksFor = (text: string, hasPurpose: (sentence: string) => boolean): boolean => {
  const sentences = withLf(text.slice(0, MAX_LENGTH)).split(/\n\s*\n|[.!?]\s/);
  return sentences.some((sentence) => !serverLine.test(sentence) && acts.some((act) => act.test(sentence)) && hasPurpose(sentence));
};
