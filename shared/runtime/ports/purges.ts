import { mongoPurges } from "../../adapters/mongo/inbox/purges.ts";
import { connect } from "./database.ts";

/** Erases mailboxes' mail. */
export const purges = mongoPurges(connect);
