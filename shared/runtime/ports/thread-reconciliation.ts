import { mongoThreadReconciliation } from "../../adapters/mongo/inbox/thread-reconciliation.ts";
import { connect } from "./database.ts";

/** What conversations still lack. */
export const threadReconciliation = mongoThreadReconciliation(connect);
