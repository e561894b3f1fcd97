import { imapSentFolder } from "../../adapters/imap/sent-folder.ts";
import { openImap } from "./imap-connections.ts";

/** The folders that keep what was sent. */
export const sentFolder = imapSentFolder(openImap);
