import type { SentFolder } from "../sending/ports/sent-folder.ts";
import { mailboxIdOf } from "./mailbox-id-of.ts";
import type { SandboxMails } from "./ports.ts";

/** The Sent folder of sandbox mailboxes: it knows what was accepted, files its own copies, and has no drafts. */
export const sandboxSentFolder = (sandboxMails: Pick<SandboxMails, "holds">): SentFolder => ({
  draft: async () => ({ kind: "missing" }),
  contains: async (account, messageId, use) => use === "sent" && sandboxMails.holds(mailboxIdOf(account), messageId),
  count: async (account, messageId) => ((await sandboxMails.holds(mailboxIdOf(account), messageId)) ? 1 : 0),
  append: async function* (_account, copies) {
    yield* copies;
  },
});
