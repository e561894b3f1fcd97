import type { ParsedMessage } from "#shared/mail/parsed-message.ts";
import { type Classification, understandKind } from "#shared/mail/read/classify.ts";

/** A mail's kind, given whether it answers one of the account's own sends. */
export const classify = (message: ParsedMessage, { answersOwnSend }: { readonly answersOwnSend: boolean }): Classification => {
  const { kindAlone, kindAsAnswer } = understandKind(message);
  return answersOwnSend ? kindAsAnswer : kindAlone;
};
