import { mongoConnectLinks } from "../../adapters/mongo/connect-links/connect-links.ts";
import { connect } from "./database.ts";

/** The connect links of accounts. */
export const connectLinks = mongoConnectLinks(connect);
