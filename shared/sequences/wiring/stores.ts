import { connect } from "#shared/platform/wiring/database.ts";
import { mongoPeople, mongoSequences } from "../store/sequences.ts";

/** The sequences of accounts. */
export const sequences = /* @__PURE__ */ mongoSequences(connect);

/** The people of sequences. */
export const people = /* @__PURE__ */ mongoPeople(connect);
