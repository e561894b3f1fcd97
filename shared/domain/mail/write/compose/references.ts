const MAX_REFERENCES = 20;
const messageId = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,960}>$/;

/** The headers that link an answer to its parent (RFC 5322 3.6.4). */
export interface ThreadingHeaders {
  readonly inReplyTo: string;
  readonly references: readonly string[];
}

/**
 * The parent's References followed by its Message-ID, each once; beyond 20 the first and the newest 19 are kept. Ids that are not valid in a header
 * are left out.
 */
export const replyReferences = (parent: { readonly messageId: string; readonly references: readonly string[] }): ThreadingHeaders => {
  const inReplyTo = messageId.test(parent.messageId) ? parent.messageId : "";
  const ids = new Set(parent.references.filter((id) => messageId.test(id) && id !== inReplyTo));
  const [first, ...rest] = inReplyTo ? [...ids, inReplyTo] : [...ids];
  return { inReplyTo, references: first === undefined ? [] : [first, ...rest.slice(1 - MAX_REFERENCES)] };
};
