import { mongoConnectLinks, mongoOpenLinks } from "../store.ts";
import { connect } from "#shared/platform/wiring/database.ts";

/** The connect links of accounts. */
export const connectLinks = /* @__PURE__ */ mongoConnectLinks(connect);

/** The links, as their pages use them. */
export const openLinks = /* @__PURE__ */ mongoOpenLinks(connect);
