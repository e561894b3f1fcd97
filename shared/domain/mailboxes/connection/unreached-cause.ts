/**
 * The same text for a name that does not exist and for one that leads to a forbidden address; otherwise the error would reveal which names a private
 * network's resolver knows (S3 in SECURITY.md).
 */
export const NOT_PUBLIC = "no public mail server has this host name and port; check both, and use the provider's usual port";

/** Node's network errors that explain why a server was not reached, the clearest first (Node.js, "Common system errors"; dns; tls). */
const causes: readonly { readonly pattern: RegExp; readonly text: string }[] = [
  { pattern: /\bENOTFOUND\b|\bEAI_NO(?:DATA|NAME)\b/, text: NOT_PUBLIC },
  { pattern: /\bEAI_AGAIN\b|\blookup timed out\b/, text: "the host name cannot be looked up at the moment; try again later" },
  { pattern: /\bECONNREFUSED\b/, text: "the server refuses connections at this port; check host and port" },
  {
    pattern: /\bETIMEDOUT\b|\bE(?:HOST|NET)UNREACH\b|timed out|took too long|Greeting never received/,
    text: "the server does not answer; check host and port, and use tls where it expects TLS from the start (SMTP 465, IMAP 993)",
  },
];

/** OpenSSL's errors for a server that answers a TLS hello in plain text. */
const PLAIN_TEXT = /\bERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNEXPECTED_MESSAGE|HTTP_REQUEST)\b/;

/** The codes and messages of an error and of its causes. */
const wordsOf = (error: unknown): readonly string[] => {
  const words: string[] = [];
  for (let at = error; at instanceof Error && words.length < 20; at = at.cause) words.push("code" in at ? String(at.code) : "", at.message);
  return words;
};

/** Whether the server answered in plain text where TLS was to start. */
export const spokePlainText = (error: unknown): boolean => wordsOf(error).some((words) => PLAIN_TEXT.test(words));

/**
 * Why the server was not reached, for the mailbox's owner; undefined when the error does not say. Contains no address and no text of the server (S3
 * in SECURITY.md).
 */
export const unreachedCause = (error: unknown): string | undefined => {
  const found = wordsOf(error);
  return causes.find(({ pattern }) => found.some((text) => pattern.test(text)))?.text;
};
