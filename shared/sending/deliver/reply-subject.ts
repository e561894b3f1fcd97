/**
 * Enhanced codes of a permanent reply that are about this recipient or this content (RFC 3463, 3.2, 3.3, 3.4 and 3.7): a bad or moved address, a full
 * or closed mailbox, a message that is too big or cannot be taken as it is.
 */
const CODE_OF_MAIL = /^5\d\d[ -]5\.(?:1\.(?:[1-46]|10)|2\.[1-4]|3\.4|6\.\d{1,3})(?!\S)/;

/** Words about the recipient. */
const RECIPIENT =
  /(?:no such|unknown|invalid|non-?existent|inactive|disabled) (?:\w+ )?(?:user|recipient|mailbox|address)|(?:user|recipient|mailbox|address|tried to reach)\b(?:[^.]|\.(?=\S)){0,60}\b(?:unknown|does ?n[o']t exist|do(?:es)? not exist|not found|full|unavailable|invalid|disabled|inactive|no longer|over ?quota)|recipient (?:address )?rejected|no mailbox|unroutable|unrouteable|ErrorInvalidRecipients|invalid (?:to|cc|bcc) header|recipient address required|to other recipients than asked/i;
/** Words about the content. */
const CONTENT = /\b(?:spam|virus(?:es)?|malware|phishing|attachments?|content)\b/i;
const SIZE =
  /(?:message|mail|body|data|attachment)s?\b.{0,20}\b(?:too (?:large|big)|larger than|size)|too (?:large|big)|size limit|MessageSizeExceeded/i;

/** Words about the sender, which contradict those about the mail. */
const SENDER =
  /sender|sending|outgoing|outbound|submission|relay|\b[he]?helo\b|\behlo\b|suspended|send ?as|per (?:hour|day|minute)|hourly|daily|your (?:account|domain|ip|server|mail)|the account|your organi[sz]ation|tenant|\babuse\b|from (?:address|header)|mail from\b|account (?:is |was |has been )?(?:flagged|blocked|locked|limited)|\buser \S+ (?:is|was|has been) (?:disabled|blocked|locked) (?:due|for|because)|your (?:plan|mailbox|subscription)/i;
/** The same in other languages: the sender, and "your account". */
const SENDER_IN_OTHER_LANGUAGES =
  /absender|exp[ée]diteur|remitente|mittente|remetente|expeditor|nadawc|отправител|відправник|odes[íi]latel|odosielate|afzender|avs[äa]ndar|afsender|avsender|l[äa]hett[äa]j|felad[óo]|g[öo]nderen|αποστολέ|发件|發件|寄件|送信|発信|발신|보낸|(?:ihr|dein)e? (?:konto|postfach|account|ip|domain|server)|votre (?:compte|bo[îi]te|domaine|serveur|adresse ip|abonnement)|\b(?:su|tu) (?:cuenta|buz[óo]n|dominio|servidor)|(?:suo|tuo|vostro) (?:account|dominio|server|ip)|(?:sua|tua) (?:conta|casella)|(?:twoje|państwa) konto|(?:ваш|ваша) (?:уч|аккаунт|ящик|домен|сервер|ip)|\b(?:uw|je|jouw) (?:account|mailbox|domein|server)|hesab[ıi]n[ıi]z|(?:váš|vaše) (?:účet|schránk|domén)|(?:ditt|din) kont|(?:您|你)的(?:帐|账|帳|邮箱|域名|IP)|アカウント|계정/i;
/** Words that may be about the sender or the mail. */
const UNCLEAR = /quota|limit|exceeded|authenticat|authori[sz]|(?:not|never) (?:allowed|permitted|owned)|permission|denied/i;

/**
 * Whether a permanent refusal is about this recipient or this content, by its code and its words (RFC 3463). When they are missing or contradict each
 * other it may be about the account, and a second sign decides (shared/README.md, "Two signs").
 */
export const isAboutMail = (reply: string): boolean => {
  const words = reply.slice(0, WORDS_MAX);
  if (SENDER.test(words) || SENDER_IN_OTHER_LANGUAGES.test(words)) return false;
  if (CODE_OF_MAIL.test(words) || SIZE.test(words)) return true;
  return !UNCLEAR.test(words) && (RECIPIENT.test(words) || CONTENT.test(words));
};

/** How much of a reply is read, characters. */
const WORDS_MAX = 1000;

const TOO_MANY =
  /^[45]\d\d[ -][45]\.5\.3(?!\S)|too many (?:\w+ )?recipients|recipients? limit|(?:max\w*|number of|limit of) (?:\S+ )?recipients/i;

/**
 * Whether a recipient was refused because the transaction has too many recipients, so that the next transaction may succeed: a server may say so by
 * 452 or 552 (RFC 5321, 4.5.3.1.10). A permanent reply that is not about the recipient counts, too, because the server accepted the same email for
 * others.
 */
export const concernsTransaction = (reply: string): boolean =>
  TOO_MANY.test(reply.slice(0, WORDS_MAX)) || (reply.startsWith("5") && !isAboutMail(reply));

/** How many characters of two replies are compared. */
const COMPARED_MAX = 200;

/** A reply without the parts that differ from mail to mail: the recipient, addresses, hosts, numbers and ids. Its codes stay. */
export const wordsOf = (reply: string, recipient: string): string => {
  const [code = ""] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(reply) ?? [];
  const own = new Set(recipient.split("@"));
  const words = reply.slice(code.length, WORDS_MAX).toLowerCase().split(/\s+/);
  const same = words.filter((word) => !/[@\d]|\w\.\w/.test(word)).flatMap((word) => word.match(/\p{L}+/gu) ?? []);
  return [code.replace("-", " "), ...same.filter((word) => !own.has(word))].join(" ").slice(0, COMPARED_MAX);
};
