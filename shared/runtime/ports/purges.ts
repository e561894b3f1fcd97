import { mongoPurges } from "../../adapters/mongo/inbox/purges.ts";
import { connect } from "./database.ts";

/** The erasing of a mailbox's mail. */
export const purges = mongoPurges(connect);
