import type { ThreadState } from "./thread.ts";

/** How many conversations wait for somebody: those that are not done. */
export interface Waiting {
  readonly open: number;
  readonly waiting: number;
  /** In how many of them a person waits for an answer. */
  readonly needsReply: number;
}

/** The numbers of conversations: by state, and what is not done by who has it, by label and by mailbox, each list in the order of its names. */
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

/** Up to this number conversations are counted: so many that are not done, and so many that are. */
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

/** The numbers from groups of what is not done, and from how many are done; the latter up to one more than are counted. */
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
