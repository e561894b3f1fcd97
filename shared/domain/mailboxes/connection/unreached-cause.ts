/**
 * For a name that nobody has and for one that leads where nobody may go: else the error would tell which names a private network's resolver knows (S3).
 */
export const NOT_PUBLIC = "no public mail server has this host name and port; check both, and use the provider's usual port";

/** The words of Node's network errors that tell why nobody was reached, most telling first (Node.js, "Common system errors"; dns; tls). */
const causes: readonly { readonly pattern: RegExp; readonly text: string }[] = [
  { pattern: /\bENOTFOUND\b|\bEAI_NO(?:DATA|NAME)\b/, text: NOT_PUBLIC },
  { pattern: /\bEAI_AGAIN\b|\blookup timed out\b/, text: "the host name cannot be looked up at the moment; try again later" },
  { pattern: /\bECONNREFUSED\b/, text: "the server refuses connections at this port; check host and port" },
  {
    pattern: /\bETIMEDOUT\b|\bE(?:HOST|NET)UNREACH\b|timed out|took too long|Greeting never received/,
    text: "the server does not answer; check host and port, and use tls where it expects TLS from the start (SMTP 465, IMAP 993)",
  },
];

/** OpenSSL's words for a server that answers a TLS hello in plain text. */
const PLAIN_TEXT = /\bERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNEXPECTED_MESSAGE|HTTP_REQUEST)\b/;

/** The codes and messages of an error and of what caused it. */
const wordsOf = (error: unknown): readonly string[] => {
  const words: string[] = [];
  for (let at = error; at instanceof Error && words.length < 20; at = at.cause) words.push("code" in at ? String(at.code) : "", at.message);
  return words;
};

/** Whether the server answered in plain text where TLS was to begin. */
export const spokePlainText = (error: unknown): boolean => wordsOf(error).some((words) => PLAIN_TEXT.test(words));

/** Why nobody was reached, in words for the mailbox's owner; undefined when the error does not tell. No address and no server text is in it (S3). */
export const unreachedCause = (error: unknown): string | undefined => {
  const found = wordsOf(error);
  return causes.find(({ pattern }) => found.some((text) => pattern.test(text)))?.text;
};
