import { mongoSends } from "../../adapters/mongo/sending/sends.ts";
import { connect } from "./database.ts";

/** The sends, for their users. */
export const sends = mongoSends(connect);
