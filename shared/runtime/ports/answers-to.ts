import { mongoAnswersTo } from "../../adapters/mongo/inbox/answers.ts";
import { connect } from "./database.ts";

/** The stored answers to a send. */
export const answersTo = mongoAnswersTo(connect);
