import { mongoSuppressions } from "../store/suppressions.ts";
import { connect } from "#shared/platform/wiring/database.ts";

/** The suppressed addresses. */
export const suppressions = /* @__PURE__ */ mongoSuppressions(connect);
