import { sandboxMailReader } from "../../domain/sandbox/sandbox-mail-reader.ts";
import { sandboxSentFolder } from "../../domain/sandbox/sandbox-sent-folder.ts";
import { sandboxSubmissions } from "../../domain/sandbox/sandbox-submissions.ts";
import { clock, ids } from "../system.ts";
import { sandboxMails } from "./sandbox-mails.ts";

/** The two ends of sandbox mailboxes; loaded with the first one. */
export const submissions = sandboxSubmissions({ sandboxMails, clock, ids });
export const sentFolder = sandboxSentFolder(sandboxMails);
export const mailReader = sandboxMailReader(sandboxMails);
