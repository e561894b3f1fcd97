import { imapSentFolder } from "../../adapters/imap/sent-folder.ts";
import { openImap } from "./imap-connections.ts";

/** The Sent folders of mailboxes. */
export const sentFolder = imapSentFolder(openImap);
