import { mongoOpenLinks } from "../../adapters/mongo/connect-links/open-links.ts";
import { connect } from "./database.ts";

/** The links, for their pages. */
export const openLinks = mongoOpenLinks(connect);
