import { mongoAgenda } from "../../adapters/mongo/sandbox/agenda.ts";
import { connect } from "./database.ts";

/** What is due in the current test world. */
export const agenda = mongoAgenda(connect);
