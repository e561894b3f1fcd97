import { mongoSentCopies } from "../../adapters/mongo/sending/sent-copies.ts";
import { connect } from "./database.ts";

/** The copies that the Sent folder still lacks. */
export const copies = mongoSentCopies(connect);
