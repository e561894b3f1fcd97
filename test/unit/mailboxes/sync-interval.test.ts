import { expect, it } from "vitest";
import * as z from "zod/mini";
import { configureInbox, connectMailbox, patchMailbox } from "#shared/mailboxes/contract/mailboxes.ts";
import { inboxIn, mailboxOut, patchIn } from "#shared/mailboxes/wire.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const bodies = {
  patch: (minutes: number) => z.safeParse(patchMailbox.body, { sync_interval_minutes: minutes }),
  inbox: (minutes: number) => z.safeParse(configureInbox.body, { sync_interval_minutes: minutes }),
  connect: (minutes: number) => z.safeParse(connectMailbox.body, { type: "google", refresh_token: "t", sync_interval_minutes: minutes }),
};

it.each(Object.entries(bodies))("the interval of polls is 1 to 60 whole minutes: %s", (_name, parse) => {
  expect([0, 1, 60, 61, 1.5].map((minutes) => parse(minutes).success)).toEqual([false, true, true, false, false]);
});

it("the interval of polls comes in and goes out, and is absent where none was set", () => {
  expect(patchIn({ sync_interval_minutes: 5 }).preferences).toEqual({ syncIntervalMinutes: 5 });
  expect(inboxIn({ sync_interval_minutes: 5 }).preferences).toEqual({ syncIntervalMinutes: 5 });
  expect(patchIn({}).preferences).toEqual({});
  expect(mailboxOut(aMailbox({ syncIntervalMinutes: 5 })).sync_interval_minutes).toBe(5);
  expect(mailboxOut(aMailbox()).sync_interval_minutes).toBeUndefined();
});
