import { mongoThreads } from "../../adapters/mongo/inbox/threads.ts";
import { connect } from "./database.ts";

/** Conversations. */
export const threads = mongoThreads(connect);
