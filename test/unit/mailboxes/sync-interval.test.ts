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

const longest = {
  patch: (interval: string) => z.safeParse(patchMailbox.body, { max_poll_interval: interval }),
  inbox: (interval: string) => z.safeParse(configureInbox.body, { max_poll_interval: interval }),
  connect: (interval: string) => z.safeParse(connectMailbox.body, { type: "google", refresh_token: "t", max_poll_interval: interval }),
};

it.each(Object.entries(longest))("a quiet mailbox's interval is PT2M to PT15M, or none: %s", (_name, parse) => {
  const good = ["", "PT2M", "PT9M", "PT10M", "PT15M"];
  const bad = ["PT1M", "PT16M", "PT20M", "PT02M", "PT120S", "PT1H", "P1D", "15", "pt15m", " PT15M", "PT15M\n", "PT0M", "PT155M"];

  expect(good.filter((interval) => !parse(interval).success)).toEqual([]);
  expect(bad.filter((interval) => parse(interval).success)).toEqual([]);
  expect(parse("PT1M").error?.issues[0]?.message).toBe('must be PT2M to PT15M, or "" for none');
});

it("a quiet mailbox's interval comes in and goes out, and is switched off by an empty text", () => {
  expect(patchIn({ max_poll_interval: "PT15M" }).preferences).toEqual({ maxPollMinutes: 15 });
  expect(inboxIn({ max_poll_interval: "PT2M" }).preferences).toEqual({ maxPollMinutes: 2 });
  expect(patchIn({ max_poll_interval: "" }).preferences).toEqual({ maxPollMinutes: 0 });
  expect(mailboxOut(aMailbox({ maxPollMinutes: 15 })).max_poll_interval).toBe("PT15M");
  expect([aMailbox(), aMailbox({ maxPollMinutes: 0 })].map((box) => mailboxOut(box).max_poll_interval)).toEqual(["", ""]);
});

it("the interval of polls comes in and goes out, and is absent where none was set", () => {
  expect(patchIn({ sync_interval_minutes: 5 }).preferences).toEqual({ syncIntervalMinutes: 5 });
  expect(inboxIn({ sync_interval_minutes: 5 }).preferences).toEqual({ syncIntervalMinutes: 5 });
  expect(patchIn({}).preferences).toEqual({});
  expect(mailboxOut(aMailbox({ syncIntervalMinutes: 5 })).sync_interval_minutes).toBe(5);
  expect(mailboxOut(aMailbox()).sync_interval_minutes).toBeUndefined();
});
