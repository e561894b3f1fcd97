import { describe, expect, it } from "vitest";
import { assertMayChange, takesChanges, whyNoChanges } from "#shared/mailboxes/configure-inbox.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const imap = { host: "imap.example.com", port: 993, username: "me" };
const read = { inboxSyncEnabled: true, imap };
const overGmail = { ...read, type: "google", transportUsed: "gmail_api" } as const;
const overGraph = { ...read, type: "outlook", transportUsed: "graph" } as const;

describe("changes go to the provider of a mailbox", () => {
  it.each([
    ["smtp", aMailbox({ ...read, type: "smtp" })],
    ["outlook by IMAP", aMailbox({ ...read, type: "outlook" })],
    ["outlook over graph", aMailbox({ ...overGraph, access: "full" })],
    ["a mailbox of before access was known", aMailbox(overGraph)],
    ["google over gmail_api", aMailbox({ ...overGmail, access: "full" })],
  ])("of %s", (_, mailbox) => {
    expect(whyNoChanges(mailbox)).toBeUndefined();
    expect(takesChanges({ ...mailbox, syncChanges: true })).toBe(true);
    expect(takesChanges(mailbox)).toBe(false);
    expect(takesChanges({ ...mailbox, syncChanges: true, status: "disconnected" })).toBe(false);
    expect(takesChanges({ ...mailbox, syncChanges: true, deletedAt: new Date() })).toBe(false);
  });

  it.each([
    [
      "a grant that reads and sends",
      aMailbox({ ...overGmail, access: "read_send" }),
      "needs the scope https://www.googleapis.com/auth/gmail.modify: ask for consent with access full",
    ],
    [
      "a grant that sends",
      aMailbox({ ...overGmail, access: "send", inboxSyncEnabled: false }),
      "needs the scope https://www.googleapis.com/auth/gmail.modify: ask for consent with access full",
    ],
    ["google by IMAP", aMailbox({ ...read, type: "google" }), "needs the transport gmail_api: over IMAP its folders are labels"],
    [
      "Gmail by a password",
      aMailbox({ ...read, type: "smtp", imap: { ...imap, host: "imap.gmail.com" } }),
      "needs the transport gmail_api: over IMAP its folders are labels",
    ],
    ["an inbox that is not read", aMailbox({ ...overGraph, inboxSyncEnabled: false }), "needs an inbox that is read"],
    [
      "an IMAP inbox that is not read",
      aMailbox({ ...read, type: "smtp", inboxSyncEnabled: false }),
      "needs IMAP settings and an inbox that is read",
    ],
  ])("not of %s, which says why", (_, mailbox, why) => {
    expect(whyNoChanges(mailbox)).toBe(why);
    expect(takesChanges({ ...mailbox, syncChanges: true })).toBe(false);
    expect(() => assertMayChange({ syncChanges: true }, mailbox)).toThrow(
      expect.objectContaining({ details: [{ field: "syncChanges", message: why }] }),
    );
    expect(() => assertMayChange({ syncChanges: false }, mailbox)).not.toThrow();
  });
});
