import type { ThreadState } from "./thread.ts";

/** How many conversations are not done, by state. */
export interface Waiting {
  readonly open: number;
  readonly waiting: number;
  /** In how many of them a person waits for an answer. */
  readonly needsReply: number;
}

/** Counts of conversations by state; of those that are not done also by assignee, label and mailbox, each list sorted by name. */
export interface ThreadCounts {
  readonly states: Readonly<Record<ThreadState, number>>;
  /** How many are open and not snoozed. */
  readonly openNow: number;
  /** How many of those that are not done are snoozed, and in how many a person waits. */
  readonly snoozed: number;
  readonly needsReply: number;
  /** `assignedTo` is "" for those that nobody has. */
  readonly assignees: readonly (Waiting & { readonly assignedTo: string })[];
  /** A conversation with several labels counts in each of them. */
  readonly labels: readonly (Waiting & { readonly label: string })[];
  readonly mailboxes: readonly (Waiting & { readonly mailboxId: string })[];
  /** False when there are more than COUNTED_MAX of those that are not done, or that are: the numbers are then of so many. */
  readonly complete: boolean;
}

/** The maximum to which conversations are counted: done ones, and ones that are not. */
export const COUNTED_MAX = 10_000;

/** Conversations that are alike in all that is counted. */
export interface CountedGroup {
  readonly state: Exclude<ThreadState, "done">;
  readonly snoozed: boolean;
  readonly needsReply: boolean;
  readonly assignedTo: string;
  readonly labels: readonly string[];
  readonly mailboxId: string;
  readonly count: number;
}

const sum = (groups: readonly CountedGroup[]): number => groups.reduce((total, { count }) => total + count, 0);

const waitingIn = (groups: readonly CountedGroup[]): Waiting => ({
  open: sum(groups.filter(({ state }) => state === "open")),
  waiting: sum(groups.filter(({ state }) => state === "waiting")),
  needsReply: sum(groups.filter(({ needsReply }) => needsReply)),
});

const by = (groups: readonly CountedGroup[], namesOf: (group: CountedGroup) => readonly string[]): readonly [string, Waiting][] =>
  [
    ...Map.groupBy(
      groups.flatMap((group) => namesOf(group).map((name) => ({ name, group }))),
      ({ name }) => name,
    ),
  ]
    .map(([name, found]): [string, Waiting] => [name, waitingIn(found.map(({ group }) => group))])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The counts, from groups of conversations that are not done and the number of done ones, which is read up to COUNTED_MAX + 1. */
export const countsOf = (groups: readonly CountedGroup[], done: number): ThreadCounts => {
  const { open, waiting, needsReply } = waitingIn(groups);
  return {
    states: { open, waiting, done: Math.min(done, COUNTED_MAX) },
    openNow: sum(groups.filter(({ state, snoozed }) => state === "open" && !snoozed)),
    snoozed: sum(groups.filter(({ snoozed }) => snoozed)),
    needsReply,
    assignees: by(groups, ({ assignedTo }) => [assignedTo]).map(([assignedTo, counts]) => ({ assignedTo, ...counts })),
    labels: by(groups, ({ labels }) => labels).map(([label, counts]) => ({ label, ...counts })),
    mailboxes: by(groups, ({ mailboxId }) => [mailboxId]).map(([mailboxId, counts]) => ({ mailboxId, ...counts })),
    complete: open + waiting < COUNTED_MAX && done <= COUNTED_MAX,
  };
};
