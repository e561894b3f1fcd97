import { mongoThreadReconciliation } from "../../adapters/mongo/inbox/thread-reconciliation.ts";
import { connect } from "./database.ts";

/** Reconciles conversations with their messages. */
export const threadReconciliation = mongoThreadReconciliation(connect);
