import { Refusal } from "../errors.ts";
import type { FeedPage, Feeds, FeedQuery } from "./ports.ts";

/** A part of an account's feed; throws 410 when events behind the cursor have been deleted: the client has to look at the records themselves. */
export const readFeed = async ({ feeds }: { readonly feeds: Feeds }, userId: string, query: FeedQuery): Promise<FeedPage> => {
  const page = await feeds.read(userId, query);
  if (page.expired)
    throw new Refusal("gone", "Events behind this cursor are older than 30 days and have been deleted; begin without `after`");
  return page;
};
