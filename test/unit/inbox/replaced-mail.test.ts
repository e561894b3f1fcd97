// Whether a server has other mail under the UIDs of stored messages.
import { expect, it } from "vitest";
import { replacedAmong } from "#shared/inbox/audit/audit-folder.ts";
import type { MailSession } from "#shared/inbox/ports/mail-session.ts";
import { day, idOf } from "#test/support/pull-world.ts";

it("mail without a Message-ID is other mail only where its size is known to differ, and its date does", async () => {
  const session = {
    facts: async (uids: readonly number[]) => uids.map((uid) => ({ uid, size: 7, receivedAt: day(2), seen: false, own: false })),
    fetchHeadersOnly: async () => ({ parsed: { messageId: "" } }),
  } as unknown as MailSession;
  const row = { messageId: "", receivedAt: day(1) };

  expect(
    await replacedAmong(session, [
      { uid: 1, ...row },
      { uid: 2, size: 8, ...row },
      { uid: 3, size: 7, ...row },
    ] as never),
  ).toEqual(new Set([2]));
});

it("a message whose header cannot be read is not taken for other mail", async () => {
  const session = {
    facts: async (uids: readonly number[]) => uids.map((uid) => ({ uid, size: 7, receivedAt: day(2), seen: false, own: false })),
    fetchHeadersOnly: async () => undefined,
  } as unknown as MailSession;

  expect(await replacedAmong(session, [{ uid: 1, size: 8, messageId: idOf(1), receivedAt: day(1) }] as never)).toEqual(new Set());
});

/** Stored messages of which the folder has others under the UIDs `renamed`; `facts` says what the server reports of all. */
const replaced = (count: number, renamed: (uid: number) => boolean, facts: object = {}) => {
  const rows = Array.from({ length: count }, (_, n) => ({ uid: n + 1, size: 7, messageId: idOf(n + 1), receivedAt: day(1) }));
  const session = {
    facts: async (uids: readonly number[]) => uids.map((uid) => ({ uid, size: 7, receivedAt: day(1), seen: false, own: false, ...facts })),
    fetchHeadersOnly: async ({ uid }: { uid: number }) => ({ parsed: { messageId: renamed(uid) ? "<other@x>" : idOf(uid) } }),
  } as unknown as MailSession;
  return replacedAmong(session, rows as never);
};
const upTo = (most: number) => new Set(Array.from({ length: most }, (_, n) => n + 1));

it("one sampled message that is another says that all may be, where sizes and dates tell nothing", async () => {
  expect(await replaced(30, (uid) => uid === 30)).toEqual(upTo(30));
  expect(await replaced(30, (uid) => uid === 1)).toEqual(upTo(30));
  expect(await replaced(30, () => false)).toEqual(new Set());
});

it("of fifty that look different each is read; of more, one that is another says that all may be", async () => {
  const otherDate = { receivedAt: day(2) };
  expect(await replaced(50, (uid) => uid === 50, otherDate)).toEqual(new Set([50]));
  expect(await replaced(51, (uid) => uid === 51, otherDate)).toEqual(upTo(51));
  expect(await replaced(51, () => false, otherDate)).toEqual(new Set());
});

it("a date counts as another from a second on, and neither counts that the server does not report", async () => {
  const at = (ms: number) => new Date(day(1).getTime() + ms);
  // Only what looks different is read beyond the sample of ten.
  const isRead = async (facts: object) => (await replaced(30, (uid) => uid === 2, facts)).has(2);

  expect(await isRead({ receivedAt: at(999) })).toBe(false);
  expect(await isRead({ receivedAt: at(1_000) })).toBe(true);
  expect(await isRead({ receivedAt: at(-1_000) })).toBe(true);
  expect(await isRead({ receivedAt: at(5_000), unreported: ["date"] })).toBe(false);
  expect(await isRead({ size: 8 })).toBe(true);
  expect(await isRead({ size: 8, unreported: ["size"] })).toBe(false);
});
