import { mongoSuppressions } from "../../adapters/mongo/suppressions/suppressions.ts";
import { connect } from "./database.ts";

/** The addresses that get no mail. */
export const suppressions = mongoSuppressions(connect);
