import { mongoMetrics } from "./store.ts";
import { connect } from "#shared/platform/wiring/database.ts";

/** The metrics of accounts. */
export const metrics = /* @__PURE__ */ mongoMetrics(connect);
