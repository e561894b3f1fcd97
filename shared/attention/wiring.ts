import { mongoAttention } from "./store.ts";
import { connect } from "#shared/platform/wiring/database.ts";

/** The reads of what needs a person. */
export const attention = /* @__PURE__ */ mongoAttention(connect);
