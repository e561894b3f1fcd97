import { mongoPolls } from "../../adapters/mongo/inbox/polls.ts";
import { connect } from "./database.ts";

/** The polls of mailboxes. */
export const polls = mongoPolls(connect);
