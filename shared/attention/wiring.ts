import { mongoAttention } from "./store.ts";
import { connect } from "#shared/platform/wiring/database.ts";

/** What of an account needs a person. */
export const attention = /* @__PURE__ */ mongoAttention(connect);
