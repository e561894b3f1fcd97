import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { weekdays } from "#shared/sending/departure/wall-time.ts";
import type { Line } from "./chart.ts";
import type { Outcome, Scenario } from "./scenario.ts";
import { samples } from "./samples.ts";
import { sendsWorld, type SendsOptions } from "./sends.ts";

const MINUTE_MS = 60_000;
/** An hour, ms. */
export const HOUR_MS = 60 * MINUTE_MS;
/** The mailboxes of a world. */
export const MAILBOXES = 100_000;
const SENDS_A_DAY = 1_000_000;
/** Of the day's emails, in its eight hours. */
const PEAK_SHARE = 0.8;
/** Of the emails, in batches to one mailbox. */
const BATCHED = 0.6;
const BATCH = 10;
/** Half of the emails that are sent one by one leave within so long. */
const SINGLE_MS = 1_000;
/** Others' single emails leave within so long, p99, while one account is busy. */
const FAIR_MS = 5_000;

/** The mailboxes that get more than they may send, their daily caps, and the window of some of their mail. */
const CAPPED = 400;
const CAPS = [20, 50, 100, 200];
const OFFICE = { days: [...weekdays], from: "09:00", to: "17:00", timezone: "Europe/Berlin" };

type World = ReturnType<typeof sendsWorld>;

/** Emails at random moments, so many a second as `rate` says at each. */
export const arrivals = (world: World, until: number, rate: (ms: number) => number, mailboxes: number, batched = BATCHED): void => {
  const { time, random, begun } = world;
  const most = Math.max(...Array.from({ length: 97 }, (_, at) => rate((at / 96) * (until - begun))));
  const perArrival = 1 - batched + batched / BATCH;
  const next = () => {
    if (time.now() >= until) return;
    // Thinning: moments at the highest rate, kept in proportion to the rate of now.
    if (random() < rate(time.now() - begun) / most) {
      const count = random() * perArrival < batched / BATCH ? BATCH : 1;
      world.accept(world.mailbox(Math.floor(random() * mailboxes)), count);
    }
    time.at(time.now() + (-Math.log(1 - random()) * 1000) / (most * perArrival), next);
  };
  next();
};

/** Each mailbox gets up to three times its cap, in batches at random moments: some at once, some for a time or a window of the next day. */
const overfill = (world: World, until: number, mailboxes: number): void => {
  const { time, random, begun, mailbox, accept } = world;
  for (let n = 0; n < mailboxes; n += 1) {
    const cap = CAPS[n % CAPS.length]!;
    const box = mailbox(n, undefined, cap);
    for (let left = Math.floor(random() * 3 * cap); left > 0;) {
      const count = Math.min(left, 1 + Math.floor((random() * cap) / 2));
      left -= count;
      const at = begun + random() * (until - begun);
      const wish = random();
      const scheduledAt = new Date(at + random() * 24 * HOUR_MS);
      time.at(at, () => accept(box, count, wish < 0.2 ? { scheduledAt } : wish < 0.4 ? { window: OFFICE } : {}));
    }
  }
};

/** Looks at the world every minute. */
const watch = (world: World, until: number) => {
  const { time, begun } = world;
  const series = { sent: [], p99: [], concurrency: [], connections: [], commands: [], waiting: [] } as Record<string, [number, number][]>;
  let before = { sent: 0, databaseCommands: 0 };
  const most = { concurrency: 0, environments: 0, commands: 0 };
  const look = () => {
    const facts = world.facts();
    const minute = (time.now() - begun) / MINUTE_MS;
    const commands = (facts.databaseCommands - before.databaseCommands) / 60;
    series["sent"]?.push([minute, facts.sent - before.sent]);
    series["concurrency"]?.push([minute, facts.running]);
    series["connections"]?.push([minute, facts.connections]);
    series["commands"]?.push([minute, commands]);
    series["waiting"]?.push([minute, facts.alive]);
    before = facts;
    most.concurrency = Math.max(most.concurrency, facts.running);
    most.environments = Math.max(most.environments, facts.environments);
    most.commands = Math.max(most.commands, commands);
    if (time.now() < until) time.at(time.now() + MINUTE_MS, look);
  };
  time.at(begun + MINUTE_MS, look);
  return { series, most };
};

const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`;
/** A number as the table shows it. */
export const rounded = (value: number) => Math.round(value).toLocaleString("en-US");

/**
 * The errors of the forecasts that emails had when they were accepted, and whether they are within the mark: p95 within a minute or a tenth of the
 * wait, but for emails that later mail overtook.
 */
const forecastOutcome = (world: World): Pick<Outcome, "numbers" | "missed"> => {
  const { error, share, missing, overtaken } = world.facts().forecasts;
  const p95 = share.quantile(0.95);
  return {
    numbers: {
      "forecast's error, p50": seconds(error.quantile(0.5)),
      "forecast's error, p95": seconds(error.quantile(0.95)),
      "overtaken by later mail": rounded(overtaken),
      "others' error, of what is allowed, p95": `${Math.round(p95 * 100)} %`,
    },
    missed: [
      ...(missing === 0 && share.count > 0 ? [] : [`${missing} emails had no forecast, ${share.count} had one`]),
      ...(p95 > 1 ? [`forecasts miss by ${p95.toFixed(1)} times what is allowed`] : []),
    ],
  };
};

/** The same, with how well the forecasts were. */
export const withForecasts = (world: World, outcome: Outcome): Outcome => {
  const { numbers, missed } = forecastOutcome(world);
  return { ...outcome, numbers: { ...outcome.numbers, ...numbers }, missed: [...outcome.missed, ...missed] };
};

/** What every world of sends shows, and `others`' p99 where they must not wait for the busy ones. */
export const outcomeOf = (
  world: World,
  { series, most }: ReturnType<typeof watch>,
  others?: { readonly name: string; readonly ms: number },
): Outcome => {
  const facts = world.facts();
  const line = (name: string, title: string, unit = ""): Line => ({ title, unit, points: series[name] ?? [] });
  return {
    numbers: {
      sent: rounded(facts.sent),
      "time to send, p50": seconds(facts.latency.quantile(0.5)),
      p99: seconds(facts.latency.quantile(0.99)),
      ...(others && { [others.name]: seconds(others.ms) }),
      "calls at once": rounded(most.concurrency),
      "mail connections": rounded(facts.mostConnections),
      "MongoDB connections": rounded(most.environments * 5),
      "commands a second": rounded(most.commands),
      "Lambda and SQS": `$${facts.money.toFixed(2)}`,
    },
    lines: [
      line("sent", "emails sent in a minute"),
      line("waiting", "emails on their way or waiting"),
      line("concurrency", "calls of deliver at once"),
      line("commands", "database commands a second"),
    ],
    missed: [
      ...(facts.failed > 0 ? [`${facts.failed} emails failed`] : []),
      ...(facts.alive > 0 ? [`${facts.alive} emails are still there`] : []),
      ...(facts.deadLettered > 0 ? [`${facts.deadLettered} messages went to the DLQ`] : []),
      ...(others && others.ms > FAIR_MS ? [`others' single emails take ${seconds(others.ms)}`] : []),
    ],
  };
};

/** A world that was played so many hours and, to let it come to rest, `rest` more. */
export const played = async (options: SendsOptions, hours: number, rest: number, set: (world: World, until: number) => void) => {
  const world = sendsWorld(options);
  const until = world.begun + hours * HOUR_MS;
  const watched = watch(world, until + rest * HOUR_MS);
  set(world, until);
  await world.time.run(until + rest * HOUR_MS + MINUTE_MS);
  return { world, watched };
};

const peakRate = (SENDS_A_DAY * PEAK_SHARE) / (8 * 3600);

/** Every scenario of sending; `share` makes each smaller for a quick look. */
export const sendScenarios: readonly Scenario[] = [
  {
    name: "day",
    title: "A day: 1,000,000 emails over 100,000 mailboxes, four fifths of them in eight hours",
    run: async (seed, share) => {
      const offPeak = (SENDS_A_DAY * (1 - PEAK_SHARE)) / (16 * 3600);
      const rate = (ms: number) => (ms >= 8 * HOUR_MS && ms < 16 * HOUR_MS ? peakRate : offPeak) * share;
      const { world, watched } = await played({ seed }, 24, 0.5, (world, until) => arrivals(world, until, rate, MAILBOXES));
      return withForecasts(world, outcomeOf(world, watched));
    },
  },
  {
    name: "singles",
    title: "Half an hour of the day's peak, every email by itself",
    run: async (seed, share) => {
      const { world, watched } = await played({ seed }, 0.5, 0.1, (world, until) =>
        arrivals(world, until, () => peakRate * share, MAILBOXES, 0),
      );
      const outcome = outcomeOf(world, watched);
      const half = world.facts().latency.quantile(0.5);
      return half <= SINGLE_MS
        ? outcome
        : { ...outcome, missed: [...outcome.missed, `half of the emails take more than ${seconds(half)}`] };
    },
  },
  {
    name: "outage",
    title: "A provider of 40 % of the mailboxes is down for an hour at the peak",
    run: async (seed, share) => {
      const isDown = (provider: string, ms: number) => provider === "google" && ms >= HOUR_MS / 4 && ms < 1.25 * HOUR_MS;
      const healthy = samples();
      const { world, watched } = await played(
        { seed, isDown, onSent: (box, ms) => void (box.type !== "google" && healthy.add(ms)) },
        2,
        3,
        (world, until) => arrivals(world, until, () => peakRate * share, MAILBOXES),
      );
      return outcomeOf(world, watched, { name: "p99 at the other providers", ms: healthy.quantile(0.99) });
    },
  },
  {
    name: "throttling",
    title: "The region leaves deliver four calls at once for 15 minutes at the peak",
    run: async (seed, share) => {
      const { world, watched } = await played({ seed }, 1.5, 0.5, (world, until) => {
        arrivals(world, until, () => peakRate * share, MAILBOXES);
        world.time.at(world.begun + HOUR_MS / 2, () => world.deliver.allow(4));
        world.time.at(world.begun + 0.75 * HOUR_MS, () => world.deliver.allow(80));
      });
      return outcomeOf(world, watched);
    },
  },
  {
    name: "fairness",
    title: "One account sends 1,000,000 emails from 10,000 mailboxes at once; others go on with single ones",
    run: async (seed, share) => {
      const others = samples();
      const busy = MAILBOXES;
      const { world, watched } = await played(
        { seed, onSent: (box, ms) => void (box.userId !== "busy" && others.add(ms)) },
        1,
        2,
        (world, until) => {
          for (let n = 0; n < 10_000; n += 1) world.accept(world.mailbox(busy + n, "busy"), Math.round(100 * share));
          arrivals(world, until, () => 5, MAILBOXES, 0);
        },
      );
      return outcomeOf(world, watched, { name: "p99 of the others", ms: others.quantile(0.99) });
    },
  },
  {
    name: "hanging",
    title:
      "Three accounts of 1,000 mailboxes: final dots that no server answers, names whose DNS hangs, and a flood; others send single emails",
    run: async (seed, share) => {
      const others = samples();
      const [dots, names, flood] = [MAILBOXES, MAILBOXES + 1_000, MAILBOXES + 2_000];
      const hangs = ({ userId }: Mailbox) => (userId === "dots" ? "dot" : userId === "names" ? "name" : undefined);
      const { world, watched } = await played(
        { seed, hangs, onSent: (box, ms) => void (box.userId.startsWith("user") && others.add(ms)) },
        1,
        2,
        (world, until) => {
          for (let n = 0; n < 1_000; n += 1) {
            world.accept(world.mailbox(dots + n, "dots"), 20);
            world.accept(world.mailbox(names + n, "names"), 20);
            world.accept(world.mailbox(flood + n, "flood"), Math.round(200 * share));
          }
          arrivals(world, until, () => 5, MAILBOXES, 0);
        },
      );
      const outcome = outcomeOf(world, watched, { name: "p99 of the others", ms: others.quantile(0.99) });
      // What hangs stays until its attempts end.
      return { ...outcome, missed: outcome.missed.filter((miss) => !miss.endsWith("are still there")) };
    },
  },
  {
    name: "caps",
    title: `A day of more mail than ${CAPPED} mailboxes with daily caps may send, and the days until the last has left`,
    run: async (seed, share) => {
      const { world, watched } = await played({ seed }, 24, 4 * 24, (world, until) => overfill(world, until, Math.round(CAPPED * share)));
      return withForecasts(world, outcomeOf(world, watched));
    },
  },
];
