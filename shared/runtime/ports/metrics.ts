import { mongoMetrics } from "../../adapters/mongo/metrics/metrics.ts";
import { connect } from "./database.ts";

/** What happened, counted. */
export const metrics = mongoMetrics(connect);
