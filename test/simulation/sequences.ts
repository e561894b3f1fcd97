import type { ContactLimit } from "#shared/accounts/credits.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { afterParent, draftSend } from "#shared/sending/accept/draft.ts";
import { type Contacted, contactedAmong } from "#shared/sending/refused-recipients.ts";
import { gapBefore } from "#shared/sending/waiting.ts";
import type { AwayNote } from "#shared/sending/departure/departure.ts";
import type { CancelReason, Send } from "#shared/sending/send.ts";
import { randomBy } from "#test/support/random.ts";
import type { Scenario } from "./scenario.ts";
import { HOUR_MS, outcomeOf, played, withForecasts } from "./scenarios.ts";

const DAY_MS = 24 * HOUR_MS;
const MAILBOXES = 20;
const PEOPLE = 5_000;
/** As long as the last email may take: twenty mailboxes of 80 a day send 15,000 in ten working days, and absences last weeks. */
const DAYS = 45;
const WORKDAY = { days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "18:00", timezone: "Europe/Berlin" } as const;
const LIMIT: ContactLimit = { per: "address", count: 1, within: "P14D" };
/** Of the people, who answer and who are away, and of those whose note names the day. */
const [ANSWERS, AWAY, NAMES_DAY] = [0.08, 0.1, 0.7];
/** Two colleagues write to so many of the same people. */
const SHARED = 0.2;

/** What each person does when the first email comes, and when it came. */
const people = (seed: number, now: () => number) => {
  const random = randomBy(seed);
  const facts = Array.from({ length: PEOPLE }, () => ({
    does: random(),
    afterMs: random() * 3 * DAY_MS,
    backMs: (1 + random() * 14) * DAY_MS,
    day: random(),
  }));
  const reached = new Map<string, number>();
  const of = ({ toEmail }: Pick<Send, "toEmail">) => facts[Number.parseInt(toEmail.slice(1), 10)]!;
  const cameAt = (send: Send): number | undefined => {
    const at = reached.get(send.toEmail);
    return at === undefined || at + of(send).afterMs > now() ? undefined : at + of(send).afterMs;
  };
  return {
    reached: ({ toEmail, sentAt }: Send): void => {
      if (sentAt && !reached.has(toEmail)) reached.set(toEmail, sentAt.getTime());
    },
    answer: (send: Send): CancelReason | undefined => (of(send).does < ANSWERS && cameAt(send) !== undefined ? "replied" : undefined),
    away: (send: Send): AwayNote | undefined => {
      const { does, afterMs, backMs, day } = of(send);
      const isAway = does >= ANSWERS && does < ANSWERS + AWAY;
      const at = reached.get(send.toEmail);
      if (!isAway || at === undefined) return undefined;
      // The note comes within minutes of the first email.
      const receivedAt = new Date(at + afterMs / 1_000);
      return { receivedAt, ...(day < NAMES_DAY && { returnsOn: new Date(at + backMs).toISOString().slice(0, 10) }) };
    },
  };
};

/** When an email was given to its server. */
const leftAt = ({ countedAt, sentAt }: Send): number => (countedAt ?? sentAt!).getTime();

/** The gaps of mailboxes that were broken, in words. */
const brokenGaps = (boxes: readonly Mailbox[], sent: readonly Send[]): readonly string[] =>
  boxes.flatMap((box) => {
    const own = sent.filter(({ mailboxId }) => mailboxId === box.id).toSorted((a, b) => leftAt(a) - leftAt(b));
    return own.slice(1).flatMap((send, index) => {
      const gap = leftAt(send) - leftAt(own[index]!);
      const least = gapBefore(box, send);
      return gap < least ? [`${box.email}: ${Math.round(gap / 1000)} s of ${least / 1000} s`] : [];
    });
  });

/** People who got two first emails within the limit. */
const contactedTwice = (sent: readonly Send[]): number => {
  const firsts = Map.groupBy(
    sent.filter(({ waitsFor }) => waitsFor === undefined),
    ({ toEmail }) => toEmail,
  );
  return [...firsts.values()].filter((those) => {
    const times = those.map(({ sentAt }) => sentAt!.getTime()).toSorted((a, b) => a - b);
    return times.some((at, index) => index > 0 && at - times[index - 1]! < 14 * DAY_MS);
  }).length;
};

/** Reminders that left while their recipient was away until a known day. */
const leftTooEarly = (sent: readonly Send[], noteOf: (send: Send) => AwayNote | undefined): number =>
  sent.filter((send) => {
    const { receivedAt, returnsOn } = (send.onAway && noteOf(send)) ?? {};
    return returnsOn !== undefined && send.sentAt! > receivedAt! && leftAt(send) < Date.parse(returnsOn);
  }).length;

/** Plays the sequences; where nobody reacts, all of it can be foreseen. */
const playSequences = async (seed: number, share: number, reacts: boolean) => {
  const sent: Send[] = [];
  const waited = new Set<string>();
  let [refused, cancelled, now] = [0, 0, (): number => 0];
  const crowd = people(seed, () => now());
  const quiet = { answer: () => undefined, away: () => undefined };
  const recipients = {
    answer: crowd.answer,
    away: (send: Send) => {
      const note = crowd.away(send);
      if (note) waited.add(send.id);
      return note;
    },
    onEnded: (send: Send) => {
      if (send.status === "cancelled") cancelled += 1;
      if (send.status !== "sent") return;
      sent.push(send);
      crowd.reached(send);
    },
  };
  const boxes: Mailbox[] = [];
  const { world, watched } = await played(
    { seed, recipients: reacts ? recipients : { ...recipients, ...quiet } },
    DAYS * 24,
    1,
    (world) => {
      now = world.time.now;
      for (let n = 0; n < MAILBOXES; n += 1) {
        const ramp = { from: 20, by: 5, to: 80, since: new Date(world.begun) };
        const minGap = n % 2 === 0 ? "PT90S" : { from: "PT60S", to: "PT5M" };
        boxes.push(Object.assign(world.mailbox(n, "team", 200), { minGap, ramp, workday: WORKDAY, maxHourlySends: 30 }));
      }
      const contacted = new Map<string, Contacted[]>();
      const enrol = (box: Mailbox, n: number): void => {
        const email = { subject: "An offer", bodyText: "Shall we talk?", to: { name: "", email: `p${n}@example.net` } };
        const first = draftSend(world, { mailbox: box }, { ...email, threadId: world.ids.objectId() });
        const asking = [{ send: first.send, tenant: "" }];
        if (contactedAmong(LIMIT, asking, (_tenant, key) => contacted.get(key) ?? []).size > 0) {
          refused += 1;
          return;
        }
        contacted.set(first.send.toEmail, [{ sendId: first.send.id, mailboxId: box.id, at: first.send.createdAt }]);
        const onAway = { wait: "until_return", else: "P7D" } as const;
        const next = (parent: Send, scheduledAfter: string) =>
          draftSend(
            world,
            { mailbox: box },
            {
              ...email,
              kind: "reply",
              scheduledAfter,
              cancelOn: ["reply"],
              onAway,
              parentSentAt: parent.scheduledAt ?? parent.createdAt,
              ...afterParent(parent),
            },
          );
        const second = next(first.send, "P3D");
        world.take(box, [first, second, next(second.send, "P4D")]);
      };
      const count = Math.round(PEOPLE * share);
      for (let n = 0; n < count; n += 1) {
        // Enrolled within the first week, some by a colleague as well.
        world.time.at(world.begun + world.random() * 7 * DAY_MS, () => enrol(boxes[n % MAILBOXES]!, n));
        if (world.random() < SHARED) world.time.at(world.begun + world.random() * 7 * DAY_MS, () => enrol(boxes[(n + 7) % MAILBOXES]!, n));
      }
    },
  );
  return { world, watched, crowd, boxes, sent, waited: waited.size, refused, cancelled };
};

/** Sequences of three steps to 5,000 people from 20 mailboxes that pace themselves. Forecasts are judged where nobody answers or is away. */
export const sequenceScenario: Scenario = {
  name: "sequences",
  title: `Sequences of three steps to ${PEOPLE.toLocaleString("en")} people from ${MAILBOXES} mailboxes with a gap, a ramp and a workday; absences, answers and colleagues`,
  run: async (seed, share) => {
    const { world, watched, crowd, boxes, sent, waited, refused, cancelled } = await playSequences(seed, share, true);
    const silent = await playSequences(seed, share, false);
    const broken = [...brokenGaps(boxes, sent), ...brokenGaps(silent.boxes, silent.sent)];
    const twice = contactedTwice(sent);
    const early = leftTooEarly(sent, crowd.away);
    const outcome = withForecasts(silent.world, outcomeOf(world, watched));
    return {
      numbers: {
        ...outcome.numbers,
        "cancelled by an answer": String(cancelled),
        "waited for a return": String(waited),
        "not written to twice": String(refused),
        "gaps broken": String(broken.length),
      },
      lines: [],
      missed: [
        ...outcome.missed,
        ...(broken.length > 0 ? [`${broken.length} gaps are shorter than they may be, such as ${broken[0]}`] : []),
        ...(early > 0 ? [`${early} reminders left while their recipient was away`] : []),
        ...(twice > 0 ? [`${twice} people were contacted twice`] : []),
        ...(refused === 0 || cancelled === 0 || waited === 0 ? ["nobody was refused, answered or was away"] : []),
      ],
    };
  },
};
