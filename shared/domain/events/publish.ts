import type { Log } from "../ports.ts";
import type { NewsSource } from "./event.ts";
import type { Newsroom } from "./ports.ts";

/** What publishing takes. */
export interface PublishPorts {
  readonly newsroom: Pick<Newsroom, "publish">;
  readonly log: Log;
}

/** The most documents of one transaction: a page of received mail. */
const AT_ONCE = 500;

/** Publishes the news of documents that were just written. Never throws: what fails is found by the sweeper; answers whether all went well. */
export const publishNews = async ({ newsroom, log }: PublishPorts, source: NewsSource, ids: readonly string[]): Promise<boolean> => {
  try {
    for (let at = 0; at < ids.length; at += AT_ONCE) await newsroom.publish(source, ids.slice(at, at + AT_ONCE));
    return true;
  } catch (error) {
    log.warn("news not published", { source, count: ids.length, error });
    return false;
  }
};

/** What the sweeper takes. */
export interface ForgottenPorts extends PublishPorts {
  readonly newsroom: Newsroom;
}

/** News that their worker left behind, ms. */
const FORGOTTEN_AFTER_MS = 60_000;

/** Publishes what dead workers left behind; answers how many documents had news. Throws at the end when some could not be told. */
export const publishForgotten = async (ports: ForgottenPorts): Promise<number> => {
  const left = await ports.newsroom.forgotten(FORGOTTEN_AFTER_MS);
  let failed = 0;
  for (const { source, ids } of left) if (!(await publishNews(ports, source, ids))) failed += 1;
  if (failed > 0) throw new Error(`news of ${failed} kinds not published`);
  return left.reduce((sum, { ids }) => sum + ids.length, 0);
};
