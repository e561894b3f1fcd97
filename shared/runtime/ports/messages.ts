import { mongoMessages } from "../../adapters/mongo/inbox/messages.ts";
import { connect } from "./database.ts";

/** Received mail. */
export const messages = mongoMessages(connect);
