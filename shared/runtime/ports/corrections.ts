import { mongoCorrections } from "../../adapters/mongo/inbox/corrections.ts";
import { correctionsIn } from "../../domain/conversations/correct-message.ts";
import { connect } from "./database.ts";

/** People's corrections of mail and conversations. */
export const corrections = correctionsIn(mongoCorrections(connect));
