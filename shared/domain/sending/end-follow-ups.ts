import { publishEvents, type PublishPorts } from "../events/publish.ts";
import type { Sends } from "./ports/sends.ts";
import type { Send } from "./send.ts";

/** The ports of ending follow-ups. */
export interface EndPorts extends PublishPorts {
  readonly sends: Pick<Sends, "endFollowUps">;
}

/** Steps of up to 1,000 follow-ups that are ended at once; of what is left the worker ends each when its time comes. */
const STEPS_MAX = 20;
const STEP_MAX = 1000;

/** Ends what waits for sends that were cancelled or failed: level by level, for follow-ups have follow-ups. `end` takes one step, and answers the sends that it ended. */
export const endLevels = async (ids: readonly string[], end: (ids: readonly string[]) => Promise<readonly string[]>): Promise<void> => {
  let parents = ids;
  let level: string[] = [];
  for (let step = 0; step < STEPS_MAX && parents.length > 0; step += 1) {
    const ended = await end(parents);
    level.push(...ended);
    if (ended.length === STEP_MAX) continue;
    parents = level;
    level = [];
  }
};

/** The same for an account's sends, with an event for each. */
export const endFollowUps = (ports: EndPorts, userId: string, ids: readonly string[]): Promise<void> =>
  endLevels(ids, async (parents) => {
    const ended = (await ports.sends.endFollowUps(userId, parents)).map(({ id }) => id);
    await publishEvents(ports, "sends", ended);
    return ended;
  });

/** The same for sends of any account. */
export const endWithParents = async (ports: EndPorts, parents: readonly Pick<Send, "id" | "userId">[]): Promise<void> => {
  for (const [userId, group] of Map.groupBy(parents, (send) => send.userId)) {
    const ids = group.map(({ id }) => id);
    await endFollowUps(ports, userId, ids);
  }
};

/** Ends a follow-up that was just accepted where its parent send ended after it was read. Never throws: else the worker ends it when its time comes. */
export const endIfParentEnded = async ({ sends }: Pick<EndPorts, "sends">, userId: string, parentId: string | undefined): Promise<void> => {
  if (parentId !== undefined) await sends.endFollowUps(userId, [parentId]).catch(() => undefined);
};
