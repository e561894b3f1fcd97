import { durationMs } from "#shared/platform/duration.ts";
import type { Send } from "#shared/sending/send.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import type { Mutant } from "../mutants.ts";
import { paceBroken } from "../pace-kept.ts";
import { LIMIT, openPool, type PoolOffice, WHOLE } from "../pool-office.ts";
import { readFeeds } from "../published-events.ts";
import { compare, remark, type Report } from "../report.ts";

const MINUTE_MS = 60_000;
/** How much time passes at least between two looks at what is left, and how often workers die at them. */
const LOOK_MS = 25 * MINUTE_MS;
const DYING_LOOKS = 30;
const DAY_MS = 1_440 * MINUTE_MS;
/** How many things happen in the short form, and the most longer ones. */
const ROUNDS = 60;
/** With how many emails each mailbox begins. */
const BACKLOG = 4;
const ROUNDS_MAX = 2_000;
/** Most workers and requests die within so many steps. */
const STEPS = 45;
const FIRMS = 40;
/** The most looks until everything has come to rest. */
const LOOKS_MAX = 3_000;
const WITHIN_MS = durationMs(LIMIT.within) ?? 0;

const firmOf = (email: string): string => email.slice(email.indexOf("@"));
const isFirst = ({ waitsFor }: Send): boolean => waitsFor === undefined;
/** Whether it reached somebody, or still may. */
const counts = ({ status, stage }: Send): boolean => status !== "cancelled" && (status !== "failed" || stage === "intent");
const leaves = ({ sentAt, scheduledAt, createdAt }: Send): number => (sentAt ?? scheduledAt ?? createdAt).getTime();

/** What the campaign knows of who is away: from when on, and the earliest that they may be reminded. */
interface Absence {
  readonly email: string;
  readonly since: number;
  readonly until: number;
}

/** What left against what was promised, by the wire alone and the records' ids. */
const brokenOnTheWire = ({ senders, wire }: PoolOffice, sends: readonly Send[], absences: readonly Absence[]): readonly string[] => {
  const byMessage = new Map(sends.map((send) => [send.messageId, send]));
  const sendOf = (messageId: string) => byMessage.get(messageId);
  const paces = senders.flatMap((mailbox) =>
    paceBroken(
      mailbox,
      sends,
      wire.filter(({ from }) => from === mailbox.email),
    ),
  );
  const firsts = wire.filter(({ messageId }) => isFirst(sendOf(messageId)!));
  const twice = [...Map.groupBy(firsts, ({ rcpt: [to = ""] }) => firmOf(to))].filter(([, mails]) =>
    mails.some((mail, n) => n > 0 && mail.time - mails[n - 1]!.time < WITHIN_MS),
  );
  const others = wire.filter(({ messageId, from }) => {
    const parent = sendOf(messageId)!.waitsFor;
    return parent !== undefined && wire.some((mail) => sendOf(mail.messageId)?.id === parent && mail.from !== from);
  });
  const away = wire.filter(({ messageId, rcpt: [to], time }) => {
    const note = absences.findLast(({ email, since }) => email === to && since < time);
    return note !== undefined && !isFirst(sendOf(messageId)!) && time < note.until;
  });
  return [
    ...new Set(paces),
    ...twice.map(([firm]) => `somebody at ${firm} was contacted twice`),
    ...(others.length > 0 ? ["a follow-up came from another mailbox"] : []),
    ...away.map(({ rcpt: [to = ""] }) => `${to} was reminded while away`),
  ];
};

/** Lets time pass until every email has ended, or enough was seen; at first workers die then, too. */
const rest = async (office: PoolOffice, steps: () => number, isEnough: () => Promise<boolean>): Promise<void> => {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const due = Map.groupBy(
      (await office.all()).filter(({ dueAt }) => dueAt !== undefined),
      ({ mailboxId }) => mailboxId,
    );
    if (due.size === 0 || (await isEnough())) return;
    const pauses = await office.pauses();
    const opens = [...due].map(([id, sends]) => {
      const first = Math.min(...sends.map(({ dueAt }) => dueAt!.getTime()));
      return { id, at: Math.max(first, pauses.get(id)?.until.getTime() ?? 0) };
    });
    const now = office.now().getTime();
    office.pass(Math.max(LOOK_MS, Math.min(...opens.map(({ at }) => at)) - now));
    await office.sweep();
    for (const mailbox of office.senders)
      if (opens.some(({ id, at }) => id === mailbox.id && at <= office.now().getTime()))
        await office.deliver(mailbox, looks < DYING_LOOKS ? steps() : WHOLE);
  }
};

const run = async (context: FaultContext, mutant?: Mutant): Promise<Report> => {
  const { random, scale } = context;
  const office = await openPool(context, mutant);
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;
  const steps = () => (random() < 0.7 ? 1 + Math.floor(random() * STEPS) : WHOLE);
  const absences: Absence[] = [];
  const remarks: string[] = [];

  const countingAt = async (firm: string) =>
    (await office.all()).filter(
      (send) => isFirst(send) && counts(send) && firmOf(send.toEmail) === firm && leaves(send) > office.now().getTime() - WITHIN_MS,
    ).length;
  /** Two colleagues, or one who repeats what got no answer, write to a firm. */
  const write = async (): Promise<void> => {
    const to = `p${Math.floor(random() * 9)}@firm${Math.floor(random() * FIRMS)}.example`;
    const isFree = (await countingAt(firmOf(to))) === 0;
    const after = pick(["P1D", "P2D", "P4D"]);
    const both = random() < 0.3;
    const told = both
      ? await Promise.all([office.write(to, WHOLE, after), office.write(to, steps(), after)])
      : [await office.write(to, steps(), after)];
    if (told.includes(undefined)) told.push(await office.write(to, WHOLE, after));
    const there = await countingAt(firmOf(to));
    if (there !== 1) remarks.push(`${there} first emails count at ${firmOf(to)}`);
    const taken = told.filter((one) => one === "accepted").length;
    if (taken > (isFree ? 1 : 0)) remarks.push(`${to} was taken although ${firmOf(to)} had been contacted`);
    if (isFree && taken === 0 && !told.includes(undefined)) remarks.push(`${to} was refused although nobody had been contacted`);
  };
  const cancel = async (): Promise<void> => {
    const waiting = (await office.all()).filter((send) => isFirst(send) && ["queued", "scheduled"].includes(send.status));
    if (waiting.length > 0) await office.cancel(pick(waiting).id, steps());
  };
  const leave = async (): Promise<void> => {
    const waiting = (await office.all()).filter((send) => !isFirst(send) && send.status === "scheduled");
    if (waiting.length === 0) return;
    const { toEmail: email } = pick(waiting);
    const since = office.now().getTime();
    const returnsOn = random() < 0.7 ? new Date(since + (2 + Math.floor(random() * 8)) * DAY_MS).toISOString().slice(0, 10) : undefined;
    office.leave(email, returnsOn);
    absences.push({ email, since, until: returnsOn === undefined ? since + 7 * DAY_MS : Date.parse(returnsOn) + DAY_MS });
  };
  const deliver = async (): Promise<void> => {
    const mailbox = pick(office.senders);
    await Promise.all(random() < 0.2 ? [office.deliver(mailbox, steps()), office.deliver(mailbox)] : [office.deliver(mailbox, steps())]);
  };
  let judgedAt = 0;
  /** A mutant is caught once it is seen. */
  const isEnough = async (): Promise<boolean> => {
    if (!mutant) return false;
    if (remarks.length > 0 || office.wire.length === judgedAt) return remarks.length > 0;
    judgedAt = office.wire.length;
    return brokenOnTheWire(office, await office.all(), absences).length > 0;
  };
  const happens = [write, write, write, deliver, deliver, deliver, deliver, cancel, leave] as const;
  // Each mailbox begins with more than its pace lets leave at once.
  for (const [n, mailbox] of office.senders.entries())
    for (let k = 0; k < BACKLOG; k += 1) await office.write(`p@backlog${n}-${k}.example`, WHOLE, "P2D", mailbox);
  for (let round = 0; round < Math.min(ROUNDS_MAX, ROUNDS * scale) && !(await isEnough()); round += 1) {
    await pick(happens)();
    office.pass(pick([0, 0, 0, 1, 5, 15, 45]) * MINUTE_MS);
    if (random() < 0.3) await office.sweep();
  }
  await rest(office, steps, isEnough);
  const ended = await office.all();
  await readFeeds(office, ended);
  const spent = await office.spent();
  return remark(
    compare(ended, office.wire),
    ...new Set(remarks),
    ...brokenOnTheWire(office, ended, absences),
    ...(spent === ended.length ? [] : [`${spent} credits were spent on ${ended.length} emails`]),
  );
};

/** T30: pace, absences, a pool and a limit of contacts, while requests and workers die before and after each call and within transactions. */
export const t30: FaultTest = {
  id: "T30",
  title: "pace, absences, pools and contacts over crashes",
  mutants: [
    "the gap is ignored",
    "the hourly limit is forgotten",
    "the ramp is forgotten",
    "the workday is of another zone",
    "an absence is overlooked",
    "contacts are not counted",
    "a cancelled contact still counts",
    "a follow-up changes its sender",
  ],
  run,
};
