import { mongoRefusals } from "../../adapters/mongo/sending/refusals.ts";
import { connect } from "./database.ts";

/** The temporary refusals of mailboxes' servers. */
export const refusals = mongoRefusals(connect);
