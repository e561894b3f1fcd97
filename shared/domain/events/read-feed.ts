import { Refusal } from "../errors.ts";
import type { FeedPage, Feeds, FeedQuery } from "./ports.ts";

/** Reads a part of an account's feed; throws 410 when events after the cursor have been deleted, and the client has to read the records instead. */
export const readFeed = async ({ feeds }: { readonly feeds: Feeds }, userId: string, query: FeedQuery): Promise<FeedPage> => {
  const page = await feeds.read(userId, query);
  if (page.expired)
    throw new Refusal("gone", "Events after this cursor are older than 30 days and have been deleted; start without `after`");
  return page;
};
