import { mongoMessageSearch } from "../../adapters/mongo/inbox/search/message-search.ts";
import { connect } from "./database.ts";

/** Searches mail by words. */
export const search = mongoMessageSearch(connect);
