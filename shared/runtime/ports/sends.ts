import { mongoSends } from "../../adapters/mongo/sending/sends.ts";
import { connect } from "./database.ts";

/** The sends as their users see them. */
export const sends = mongoSends(connect);
