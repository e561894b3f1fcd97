import { mongoMessageSearch } from "../../adapters/mongo/inbox/search/message-search.ts";
import { connect } from "./database.ts";

/** Finds mail by what it says. */
export const search = mongoMessageSearch(connect);
