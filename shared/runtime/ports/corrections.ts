import { mongoCorrections } from "../../adapters/mongo/inbox/corrections.ts";
import { connect } from "./database.ts";

/** What a person corrects in mail and conversations. */
export const corrections = mongoCorrections(connect);
