import type { BouncedRecipient } from "#shared/sending/recipients.ts";
import { type Change, type Transition, transitions } from "#shared/sending/transitions.ts";
import type { DecidedMail, RecordedOnSend } from "./prepared-mail.ts";

/** A move of a send that a mail causes. */
export interface SendEffect {
  readonly sendId: string;
  readonly move: Transition;
  readonly change: Change;
}

/** The moves that a page of mails causes on sends, in the order of writing, computed from the sends as they were before the page. */
export const sendEffectsOf = (mails: readonly DecidedMail[]): readonly SendEffect[] => {
  const now = new Map<string, RecordedOnSend>();
  const recorded = mails.flatMap((mail): SendEffect[] => {
    const { concerns } = mail;
    if (!concerns) return [];
    const changes = [...changesBy(now.get(concerns.id) ?? concerns, mail)];
    for (const { set } of changes) now.set(concerns.id, { ...(now.get(concerns.id) ?? concerns), ...set });
    return changes.map(({ move, set }) => ({ sendId: concerns.id, move, change: { set } }));
  });
  return [...mails.flatMap(({ concerns }) => (concerns ? [arrived(concerns.id)] : [])), ...recorded];
};

/** Something came back, so its server had accepted it, even if its outcome was unknown. */
const arrived = (sendId: string): SendEffect => ({
  sendId,
  move: transitions.succeedLate,
  change: { compute: { sentAt: { sameAs: "countedAt" } } },
});

interface Recorded {
  readonly move: Transition;
  readonly set: RecordedOnSend;
}

/** The changes by one mail. The earliest mail counts, and only the first records an event (G18 in shared/README.md). */
const changesBy = (known: RecordedOnSend, { message, recorded, bounce, returned = [] }: DecidedMail): readonly Recorded[] => {
  const at = message.receivedAt;
  const isEarlier = (before: Date | undefined) => before !== undefined && at < before;
  switch (recorded) {
    case "replied":
      if (!known.repliedAt) return [{ move: transitions.noteReply, set: { repliedAt: at } }];
      return isEarlier(known.repliedAt) ? [{ move: transitions.amend, set: { repliedAt: at } }] : [];
    case "complained":
      return known.complainedAt ? [] : [{ move: transitions.noteComplaint, set: { complainedAt: at } }];
    case "bounced": {
      const isFirst = !known.bouncedAt || isEarlier(known.bouncedAt);
      const first = { move: transitions.amend, set: { bouncedAt: at, bounceReason: bounce?.reason ?? "" } };
      return [
        ...returnedIn(
          known.bounces,
          returned.map((one) => ({ ...one, at })),
        ),
        ...(isFirst ? [first] : []),
      ];
    }
    default:
      return [];
  }
};

/** Each recipient is recorded once; a proven report replaces an unproven one. */
const returnedIn = (known: readonly BouncedRecipient[] = [], returned: readonly BouncedRecipient[]): readonly Recorded[] => {
  let bounces = known;
  return returned.flatMap((one) => {
    const before = bounces.find(({ email }) => email === one.email);
    if (before && (one.unproven || !before.unproven)) return [];
    bounces = [...bounces.filter(({ email }) => email !== one.email), one];
    return [{ move: before ? transitions.amend : transitions.noteBounce, set: { bounces } }];
  });
};

/** The moves that set the fields of a send to what all its messages record, and remove the others. */
export const recordAgain = (send: RecordedOnSend & { readonly id: string }, recorded: RecordedOnSend): readonly SendEffect[] => {
  const { repliedAt, bouncedAt, bounceReason, bounces } = recorded;
  const note = (move: Transition, set: RecordedOnSend, fields: readonly (keyof RecordedOnSend)[]): SendEffect => ({
    sendId: send.id,
    move,
    change: { set, clear: fields },
  });
  return [
    note(repliedAt && !send.repliedAt ? transitions.noteReply : transitions.amend, { repliedAt }, ["repliedAt"]),
    note(bouncedAt && !send.bouncedAt ? transitions.noteBounce : transitions.amend, { bouncedAt, bounceReason, bounces }, [
      "bouncedAt",
      "bounceReason",
      "bounces",
    ]),
  ];
};
