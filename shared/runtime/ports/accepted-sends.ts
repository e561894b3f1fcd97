import { mongoAcceptedSends } from "../../adapters/mongo/sending/accepted-sends.ts";
import { connect } from "./database.ts";

/** What accepts sends. */
export const acceptedSends = mongoAcceptedSends(connect);
