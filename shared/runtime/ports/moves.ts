import { mongoMoves } from "../../adapters/mongo/inbox/moves.ts";
import { connect } from "./database.ts";

/** Messages of which a copy lies in another folder of their mailbox. */
export const moves = mongoMoves(connect);
