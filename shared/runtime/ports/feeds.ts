import { mongoFeeds } from "../../adapters/mongo/events/feeds.ts";
import { connect } from "./database.ts";

/** The feed of events. */
export const feeds = mongoFeeds(connect);
