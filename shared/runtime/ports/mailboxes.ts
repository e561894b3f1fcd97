import { mongoMailboxes } from "../../adapters/mongo/mailboxes/mailboxes.ts";
import { connect } from "./database.ts";

/** The mailboxes, without their secrets. */
export const mailboxes = mongoMailboxes(connect);
