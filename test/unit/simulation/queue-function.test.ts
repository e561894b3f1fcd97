import { expect, it } from "vitest";
import { queueJobs } from "#shared/service/jobs.ts";
import { queueFunction } from "../../simulation/lambda.ts";
import { virtualTime } from "../../simulation/virtual-time.ts";

const GAP_MS = 10_000;

/** What a function with so many messages, one in ten seconds, each once more after five, asks of the clock. */
const wakesWith = async (messages: number): Promise<number> => {
  const time = virtualTime();
  let wakes = 0;
  const counting = {
    ...time,
    at: (ms: number, fire: () => void) => {
      wakes += 1;
      time.at(ms, fire);
    },
  };
  const fn = queueFunction<number>(counting, queueJobs[0]!, async (n) => {
    await time.sleep(800);
    if (n < messages) fn.send(messages, undefined, 5);
  });
  for (let n = 0; n < messages; n += 1) time.at(time.now() + n * GAP_MS, () => fn.send(n, undefined, 0));
  await time.run(time.now() + messages * GAP_MS + 3_600_000);
  expect(fn.facts().calls).toBe(2 * messages);
  return wakes;
};

it("a function looks at its queue as often for each message, however many there were", async () => {
  const [few, many] = [await wakesWith(100), await wakesWith(400)];

  expect(many).toBeLessThan(5 * few);
});
