import { mongoSandboxMails } from "../../adapters/mongo/sandbox/sandbox-mails.ts";
import { connect } from "./database.ts";

/** The mail of test worlds. */
export const sandboxMails = mongoSandboxMails(connect);
