import { sandboxMailReader, sandboxSentFolder, sandboxSubmissions } from "../ends.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { sandboxMails } from "./stores.ts";

/** Sending and reading for sandbox mailboxes; loaded with the first one. */
export const submissions = sandboxSubmissions({ sandboxMails, clock, ids });
/** The Sent folders of sandbox mailboxes. */
export const sentFolder = sandboxSentFolder(sandboxMails);
/** Reads sandbox mailboxes. */
export const mailReader = sandboxMailReader(sandboxMails);
