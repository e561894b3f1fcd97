import { mongoWorkerTime } from "../../adapters/mongo/sending/worker-time.ts";
import { connect } from "./database.ts";

/** The time that deliver spends for each host. */
export const workerTime = mongoWorkerTime(connect);
