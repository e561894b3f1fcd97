import { expect, it } from "vitest";
import * as z from "zod/mini";
import { configureInbox, connectMailbox, patchMailbox } from "#shared/mailboxes/contract/mailboxes.ts";
import { isKeptWhole } from "#shared/inbox/pull/choose-folders.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { connectIn, inboxIn, mailboxOut, patchIn } from "#shared/mailboxes/wire.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const bodies = {
  patch: (folders: unknown) => z.safeParse(patchMailbox.body, { folders }),
  inbox: (folders: unknown) => z.safeParse(configureInbox.body, { folders }),
  connect: (folders: unknown) => z.safeParse(connectMailbox.body, { type: "google", refresh_token: "t", folders }),
};

it.each(Object.entries(bodies))(
  "the folders are all of them, or a hundred names at most; a bad value names the field: %s",
  (_name, parse) => {
    const good = ["all", [], ["Clients"], ["Kunden/Größe"], Array.from({ length: 100 }, (_, n) => `f${n}`)];
    const bad = ["none", 1, null, [""], ["a\nb"], ["x".repeat(256)], [1], Array.from({ length: 101 }, (_, n) => `f${n}`)];

    expect(good.map((value) => parse(value).success)).toEqual(good.map(() => true));
    for (const value of bad) {
      const { error } = parse(value);
      expect([...new Set(error?.issues.map(({ path }) => path[0]))]).toEqual(["folders"]);
    }
  },
);

it("the folders come in once each, go out as they are, and are none where they were not set", () => {
  expect(patchIn({ folders: ["A", "B", "A"] }).preferences).toEqual({ folders: ["A", "B"] });
  expect(inboxIn({ folders: "all" }).preferences).toEqual({ folders: "all" });
  expect(connectIn({ type: "google", refresh_token: "t", folders: [] }).preferences).toEqual({ folders: [] });
  expect(mailboxOut(aMailbox({ folders: ["A"] })).folders).toEqual(["A"]);
  expect(mailboxOut(aMailbox({ folders: "all" })).folders).toBe("all");
  expect(mailboxOut(aMailbox()).folders).toEqual([]);
});

it.each([
  ["INBOX", "inbox", undefined, true],
  ["All Mail", "all", undefined, true],
  ["Sent", "sent", undefined, true],
  ["Junk", "junk", undefined, false],
  ["Clients", "other", undefined, false],
  ["Clients", "other", "all", true],
  ["Junk", "junk", "all", false],
  ["Junk", "junk", ["Junk"], true],
  ["Clients", "other", ["Clients"], true],
  ["Clients/New", "other", ["Clients"], false],
] as const)("of %s (%s) all is kept with folders %j: %s", (path, role, folders, kept) => {
  const mailbox: Pick<Mailbox, "folders"> = folders === undefined ? {} : { folders };

  expect(isKeptWhole(mailbox, { path, role })).toBe(kept);
});
