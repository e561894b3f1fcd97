import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { samples } from "./samples.ts";
import type { Scenario } from "./scenario.ts";
import { arrivals, HOUR_MS, MAILBOXES, outcomeOf, played, rounded } from "./scenarios.ts";

/**
 * What happens to a mailbox: its server takes so many an hour and says so by a 5xx that nobody knows or a 4xx, refuses the account for a while, or
 * its user stops it.
 */
const fates = ["quota, 5xx", "quota, 4xx", "account", "cap", "cancel"] as const;
/** Emails an hour that the quotas let through, and how many wait: also so few more that the queue runs dry at once. */
const QUOTA = 20;
const WAITING = [22, 23, 24, 60];
const ACCOUNT_REFUSED_MS = 6 * HOUR_MS;
/** Connections of a mailbox, each of which may have looked before a stop. */
const CONNECTIONS = 6;

const run: Scenario["run"] = async (seed, share) => {
  const fateOf = ({ id, userId }: Mailbox) => (userId === "fated" ? fates[Number.parseInt(id, 16) % fates.length] : undefined);
  const taken = new Map<string, readonly number[]>();
  const refuses = (box: Mailbox, ms: number): string | undefined => {
    const fate = fateOf(box);
    if (fate === "account" && ms < ACCOUNT_REFUSED_MS) return "550 we do not like this customer";
    if (!fate?.startsWith("quota")) return undefined;
    const lately = (taken.get(box.id) ?? []).filter((at) => at > ms - HOUR_MS);
    const isFull = lately.length >= QUOTA;
    taken.set(box.id, isFull ? lately : [...lately, ms]);
    if (!isFull) return undefined;
    return fate === "quota, 5xx" ? "550 enough for this customer" : "452 4.7.0 sending quota exceeded";
  };
  const others = samples();
  const since = new Map<string, { leftAfter: number }>();
  const onSent = (box: Mailbox, ms: number) => {
    if (box.userId.startsWith("user")) others.add(ms);
    const stop = since.get(box.id);
    if (stop) stop.leftAfter += 1;
  };
  const left: number[] = [];
  const fated = Math.max(100, Math.round(2_000 * share));
  const { world, watched } = await played({ seed, refuses, onSent }, 1, 24, (made, until) => {
    const { time, random, begun, mailbox, accept, setCap, cancelAll } = made;
    for (let n = 0; n < fated; n += 1) {
      const box = mailbox(MAILBOXES + n, "fated");
      accept(box, WAITING[Math.floor(n / fates.length) % WAITING.length]!, {}, (to) => `p${to}@example${to % 9}.net`);
      const fate = fateOf(box);
      if (fate !== "cap" && fate !== "cancel") continue;
      time.at(begun + random() * 4_000, () => {
        since.set(box.id, { leftAfter: 0 });
        if (fate === "cap") setCap(box, 0);
        else cancelAll(box);
      });
      time.at(begun + HOUR_MS, () => {
        left.push(since.get(box.id)?.leftAfter ?? 0);
        since.delete(box.id);
        if (fate === "cap") setCap(box, 2_000);
      });
    }
    arrivals(made, until, () => 5, MAILBOXES, 0);
  });
  const outcome = outcomeOf(world, watched, { name: "p99 of the others", ms: others.quantile(0.99) });
  const most = Math.max(...left);
  return {
    ...outcome,
    numbers: {
      ...outcome.numbers,
      "left after a stop, p50": rounded(left.toSorted((a, b) => a - b)[left.length >> 1] ?? 0),
      max: rounded(most),
    },
    missed: [...outcome.missed, ...(most <= CONNECTIONS ? [] : [`${most} emails left after a stop`])],
  };
};

/** Servers that refuse accounts, and users who stop what is claimed: no mail fails for either, and next to none leaves after a stop. */
export const refusals: Scenario = {
  name: "refusals",
  title: "Servers with quotas, refused accounts, and stops while emails are claimed; others send single emails",
  run,
};
