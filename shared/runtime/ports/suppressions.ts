import { mongoSuppressions } from "../../adapters/mongo/suppressions/suppressions.ts";
import { connect } from "./database.ts";

/** The suppressed addresses. */
export const suppressions = mongoSuppressions(connect);
