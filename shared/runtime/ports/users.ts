import { mongoUsers } from "../../adapters/mongo/accounts/users.ts";
import { connect } from "./database.ts";

/** The accounts. */
export const users = mongoUsers(connect);
