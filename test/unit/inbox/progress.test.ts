import { expect, it } from "vitest";
import { inboxProblem } from "#shared/inbox/pull/folders.ts";
import { withHeadersOnly } from "#shared/inbox/pull/window.ts";
import { ServerDisagrees, type HeadersOnly } from "#shared/inbox/pull/sync-state.ts";
import { now } from "#test/support/pull-world.ts";

const headersOnly = (uid: number, missing = false): HeadersOnly => ({ uid, triedAt: now, reader: 1, ...(missing && { missing }) });
const many = (count: number, missing: boolean) => Array.from({ length: count }, (_, i) => headersOnly(i + 1, missing));

it("fifty headers-only messages are tried again; the oldest beyond stay as they are", () => {
  expect(withHeadersOnly(many(50, false), headersOnly(51)).map(({ uid }) => uid)).toEqual(Array.from({ length: 50 }, (_, i) => i + 2));
});

it("what is missing is never forgotten for a headers-only message, and more than fifty missing are an error", () => {
  expect(withHeadersOnly([headersOnly(99, true), ...many(50, false)], headersOnly(51))[0]).toMatchObject({ uid: 99, missing: true });
  expect(() => withHeadersOnly(many(50, true), headersOnly(51, true))).toThrow(ServerDisagrees);
  expect(withHeadersOnly(many(50, true), headersOnly(50, true))).toHaveLength(50);
});

it("the owner is told how many are missing and where the first are", () => {
  const cursor = { role: "inbox", uidValidity: "1", lastUid: 9, since: now, starts: 0 } as const;

  expect(
    inboxProblem([
      { ...cursor, path: "INBOX", stubs: many(7, true) },
      { ...cursor, path: "Junk", stubs: [headersOnly(3)] },
    ]),
  ).toBe("IMAP: the server lists 7 message(s) but does not return them (INBOX UID 1, 2, 3, 4, 5); they are requested again every day");
});
