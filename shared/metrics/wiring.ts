import { mongoMetrics } from "./store.ts";
import { connect } from "#shared/platform/wiring/database.ts";

/** What happened, counted. */
export const metrics = /* @__PURE__ */ mongoMetrics(connect);
