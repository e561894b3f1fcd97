import { mongoAttention } from "../../adapters/mongo/attention.ts";
import { connect } from "./database.ts";

/** What of an account needs a person. */
export const attention = mongoAttention(connect);
