import { mongoAudits } from "../../adapters/mongo/inbox/audits.ts";
import { connect } from "./database.ts";

/** The audits of mailboxes. */
export const audits = mongoAudits(connect);
