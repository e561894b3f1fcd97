import { mongoWorkerTime } from "../../adapters/mongo/sending/worker-time.ts";
import { connect } from "./database.ts";

/** The worker time that mailboxes with slow servers take. */
export const workerTime = mongoWorkerTime(connect);
