import { mongoMoves } from "../../adapters/mongo/inbox/moves.ts";
import { connect } from "./database.ts";

/** Messages with a copy in another folder of their mailbox. */
export const moves = mongoMoves(connect);
