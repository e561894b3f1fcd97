import { factsOfMessage, joinFacts, noFacts } from "../../../../domain/conversations/thread-facts.ts";
import type { Message } from "../../../../domain/inbox/message.ts";
import type { ThreadPlan } from "../../../../domain/inbox/store/plan-threads.ts";
import { oid } from "../../documents.ts";
import { factsUpdate, newThread, type ThreadDocument, threadsOf } from "../thread-documents.ts";
import { addToThreads, livingThreads, recount } from "../thread-summary.ts";
import type { Page } from "./page.ts";

/** Whether sends of ours may be in a thread: of one that the page begins all messages are at hand, only what was sent in it is not. */
export const mayHoldSends = ({ created, joined }: ThreadPlan): ((threadId: string) => boolean) => {
  const begun = new Set(created);
  const withSends = new Set(joined.map(({ threadId }) => threadId));
  return (id) => !begun.has(id) || withSends.has(id);
};

/** Begins threads and adds to them what their messages say. A message that replaces its stub was counted: its thread is derived anew. */
export const growThreads = async (
  page: Page,
  messages: readonly Message[],
  plan: ThreadPlan,
  stubs: ReadonlySet<string>,
): Promise<void> => {
  const [counted, fresh] = [messages.filter(({ id }) => stubs.has(id)), messages.filter(({ id }) => !stubs.has(id))];
  const messagesIn = Map.groupBy(fresh, ({ threadId }) => threadId);
  const factsOf = (id: string) => (messagesIn.get(id) ?? []).map(factsOfMessage).reduce(joinFacts, noFacts);
  const begun = new Set(plan.created);
  if (begun.size > 0) {
    const { database, session, lease } = page;
    const threads = plan.created.map((id) => newThread(lease.userId, lease.id, oid(id), factsOf(id)));
    await threadsOf(database).insertMany(threads, { session });
  }
  const changed = plan.touched.filter(mayHoldSends(plan));
  await addToThreads(page, page.lease.userId, new Map(changed.map((id) => [id, begun.has(id) ? noFacts : factsOf(id)])));
  const stubbed = counted.map(({ threadId }) => threadId);
  for (const thread of new Set((await livingThreads(page, page.lease.userId, stubbed)).values())) await deriveAnew(page, thread);
};

/** A longer thread is not derived anew within a page's transaction: only its snippet may be its stub's then. */
const DERIVED_MESSAGES_MAX = 1000;

const deriveAnew = async (page: Page, thread: ThreadDocument): Promise<void> => {
  const facts = await recount(page, thread, DERIVED_MESSAGES_MAX);
  const { _id, userId } = thread;
  if (facts) await threadsOf(page.database).updateOne({ _id, userId }, factsUpdate(facts), { session: page.session });
};
