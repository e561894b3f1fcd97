import { mongoSentCopies } from "../../adapters/mongo/sending/sent-copies.ts";
import { connect } from "./database.ts";

/** The copies that are yet to be filed in Sent folders. */
export const copies = mongoSentCopies(connect);
