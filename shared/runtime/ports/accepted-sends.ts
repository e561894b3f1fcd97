import { mongoAcceptedSends } from "../../adapters/mongo/sending/accepted-sends.ts";
import { connect } from "./database.ts";

/** Accepts sends. */
export const acceptedSends = mongoAcceptedSends(connect);
