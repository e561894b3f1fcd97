import type { Draft } from "../ports/acceptance.ts";

/** The ports of adding the headers. */
export interface UnsubscribeHeaderPorts {
  /** Returns a function that makes the URL of a send's unsubscribe link. */
  readonly unsubscribeLinks: () => Promise<(sendId: string) => string>;
}

/**
 * Adds the headers of one-click unsubscribing to the drafts that ask for them (RFC 8058, section 3.1). They are stored, so every attempt has the same
 * ones.
 */
export const withUnsubscribe = async (
  { unsubscribeLinks }: UnsubscribeHeaderPorts,
  drafts: readonly Draft[],
): Promise<readonly Draft[]> => {
  if (!drafts.some(({ unsubscribe }) => unsubscribe)) return drafts;
  const linkOf = await unsubscribeLinks();
  return drafts.map((draft) => {
    if (!draft.unsubscribe) return draft;
    const added = { "List-Unsubscribe": `<${linkOf(draft.send.id)}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
    return { ...draft, send: { ...draft.send, headers: { ...draft.send.headers, ...added } } };
  });
};
