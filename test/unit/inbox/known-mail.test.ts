import { describe, expect, it } from "vitest";
import { type KnownMessage, pageKeys, recognise } from "#shared/inbox/ingest/known-mail.ts";
import type { PreparedMail } from "#shared/inbox/ingest/prepared-mail.ts";

const createdAt = new Date("2026-11-20T10:00:00Z");
const receivedAt = new Date("2026-11-20T09:00:00Z");
const nextNight = new Date("2026-11-21T09:00:00Z");
const me = { name: "", email: "me@box.test" };
const second = (at: Date) => at.getTime() / 1000;
type Facts = Partial<PreparedMail["message"]> & Partial<Pick<PreparedMail, "headersKey" | "fromJunk" | "fromOwn" | "isSentCopy">>;
/** A mail that is read at INBOX 1/1; state only what matters. */
const mail = ({ headersKey = "stub:k", fromJunk = false, fromOwn = false, isSentCopy = false, ...facts }: Facts = {}): PreparedMail =>
  ({
    message: {
      id: "new",
      dedupeKey: "2:k",
      messageId: "<m@x>",
      from: me,
      folder: "INBOX",
      uidValidity: "1",
      uid: 1,
      isRead: false,
      receivedAt,
      ...facts,
    },
    headersKey,
    fromJunk,
    fromOwn,
    isSentCopy,
  }) as PreparedMail;
/** The same as it was stored. */
const row = (facts: Partial<KnownMessage> = {}): KnownMessage => ({
  id: "row",
  dedupeKey: "2:k",
  threadId: "thread",
  messageId: "<m@x>",
  from: me,
  folder: "INBOX",
  uidValidity: "1",
  uid: 1,
  isRead: true,
  createdAt,
  receivedAt,
  ...facts,
});
const told = (mails: readonly PreparedMail[], known: readonly KnownMessage[]) => {
  const { fresh, moved, copied } = recognise(mails, known);
  return {
    fresh: fresh.map(({ message: { id }, replacesHeadersOnly = false }) => `${id}${replacesHeadersOnly ? " for its headers" : ""}`),
    moved: [
      ...moved.map(({ id, to: { folder, uidValidity, uid } }) => `${id} to ${folder} ${uidValidity}/${uid}`),
      ...copied.map(({ id, at: { folder, uidValidity, uid } }) => `${id} also at ${folder} ${uidValidity}/${uid}`),
    ],
  };
};
const other = row({ id: "other", dedupeKey: "2:other", messageId: "<o@x>" });

describe("a mail", () => {
  it.each([
    ["that nobody knows is new", {}, [], ["new"], []],
    ["that is stored there already is left out", {}, [row()], [], []],
    ["whose folder's UIDs are new is followed", { uidValidity: "2", uid: 7 }, [row()], [], ["row to INBOX 2/7"]],
    ["that had lost its place is followed", { uid: 7 }, [row({ folder: "", uidValidity: "row", uid: 0 })], [], ["row to INBOX 1/7"]],
    [
      "whose copy lies in another folder is left where it was, and the copy noted",
      { folder: "A", uid: 7 },
      [row()],
      [],
      ["row also at A 1/7"],
    ],
    [
      "whose copy was noted is left as it is",
      { folder: "A", uid: 7 },
      [row({ copyAt: { folder: "A", uidValidity: "1", uid: 7 } })],
      [],
      [],
    ],
    [
      "whose copy was noted elsewhere has the last that was seen",
      { folder: "A", uid: 8 },
      [row({ copyAt: { folder: "A", uidValidity: "1", uid: 7 } })],
      [],
      ["row also at A 1/8"],
    ],
    ["that is gone from its place is followed", { folder: "A", uid: 7 }, [row({ onServer: false })], [], ["row to A 1/7"]],
    [
      "that is gone is followed, also where its server dates it anew",
      { folder: "A", uid: 7, receivedAt: nextNight },
      [row({ onServer: false })],
      [],
      ["row to A 1/7"],
    ],
    ["whose copy lies beside it is left where it was, and the copy noted", { uid: 7 }, [row()], [], ["row also at INBOX 1/7"]],
    [
      "that its provider names is followed into another folder",
      { folder: "Junk", uid: 7, providerId: "gm:p" },
      [row({ providerId: "gm:p" })],
      [],
      ["row to Junk 1/7"],
    ],
    [
      "that its provider names in every folder it lies in has a copy there",
      { folder: "A", uid: 7, providerId: "eid:p" },
      [row({ providerId: "eid:p" })],
      [],
      ["row also at A 1/7"],
    ],
    [
      "that its provider names is known by another text",
      { dedupeKey: "2:z", folder: "Junk", uid: 7, providerId: "gm:p" },
      [row({ providerId: "gm:p" })],
      [],
      ["row to Junk 1/7"],
    ],
    [
      "with another's provider id and its own Message-ID is new",
      { dedupeKey: "2:z", messageId: "<z@x>", uid: 7, providerId: "p" },
      [row({ providerId: "p" })],
      ["new"],
      [],
    ],
    ["replaces its headers-only message", {}, [row({ id: "stub", dedupeKey: "stub:k" })], ["stub for its headers"], []],
    [
      "replaces its headers-only message elsewhere",
      { uid: 7 },
      [row({ id: "stub", dedupeKey: "stub:k" }), { ...other, uid: 7 }],
      ["stub for its headers"],
      ["other to  other/0"],
    ],
    ["takes the UID that another had", {}, [other], ["new"], ["other to  other/0"]],
    [
      "takes the UID that another had when it follows",
      { uidValidity: "2", uid: 7 },
      [row(), { ...other, uidValidity: "2", uid: 7 }],
      [],
      ["other to  other/0", "row to INBOX 2/7"],
    ],
    ["of before there were fingerprints is known by its place", {}, [row({ dedupeKey: "old key" })], [], []],
    [
      "of before there were fingerprints needs its Message-ID too",
      { messageId: "<z@x>" },
      [row({ dedupeKey: "old key" })],
      ["new"],
      ["row to  row/0"],
    ],
  ] as const)("%s", (_, facts, known, fresh, moved) => {
    expect(told([mail(facts)], known)).toEqual({ fresh, moved });
  });

  it.each([
    ["is another where both lie in a folder", { uid: 7, receivedAt: nextNight }, [row()], ["new"], []],
    [
      "is another at a provider that names mails by their content",
      { uid: 7, receivedAt: nextNight, providerId: "p" },
      [row({ providerId: "p" })],
      ["new"],
      [],
    ],
    [
      "is known by its time when its folder's UIDs are new",
      { uidValidity: "2", uid: 7, receivedAt: nextNight },
      [row(), row({ id: "later", dedupeKey: `2:k@${second(nextNight)}`, uid: 2, receivedAt: nextNight })],
      [],
      ["later to INBOX 2/7"],
    ],
    ["is the one that was moved away and back, if its time is the same", { uid: 7 }, [row()], [], ["row also at INBOX 1/7"]],
    ["is a copy where it lies in another folder", { folder: "A", uid: 7, receivedAt: nextNight }, [row()], [], ["row also at A 1/7"]],
    [
      "is a stranger's copy in Junk, to which nothing follows",
      { fromJunk: true, folder: "J", uid: 7, receivedAt: nextNight },
      [row()],
      [],
      [],
    ],
    ["is a copy in Junk if its time is the same", { fromJunk: true, folder: "J", uid: 7 }, [row()], [], ["row also at J 1/7"]],
    [
      "is another where the one before was filed and neither has a Message-ID",
      { messageId: "", uid: 7, receivedAt: nextNight },
      [row({ messageId: "", folder: "A" })],
      ["new"],
      [],
    ],
  ] as const)("that equals another byte for byte and came at another time %s", (_, facts, known, fresh, moved) => {
    expect(told([mail(facts)], known)).toEqual({ fresh, moved });
  });

  it("that equals another in its page and came at another time has a key of its own, also where both are followed", () => {
    const nights = [mail(), mail({ id: "later", uid: 2, receivedAt: nextNight })];
    const renumbered = nights.map((one) => ({ ...one, message: { ...one.message, uidValidity: "2" } }));

    expect(recognise(nights, []).fresh.map(({ message }) => message.dedupeKey)).toEqual(["2:k", `2:k@${second(nextNight)}`]);
    expect(told(renumbered, [row()])).toEqual({ fresh: ["later"], moved: ["row to INBOX 2/1"] });
  });

  it("takes the headers-only message's state", () => {
    const { fresh } = recognise([mail()], [row({ id: "stub", dedupeKey: "stub:k" })]);

    expect(fresh[0]?.message).toMatchObject({ id: "stub", isRead: true, createdAt });
  });

  it("comes once of several copies in a page", () => {
    const copies = [mail(), mail({ id: "copy", uid: 2 }), mail({ id: "third", uid: 3, dedupeKey: "2:z", messageId: "<z@x>" })];
    const named = [mail({ providerId: "p" }), mail({ id: "copy", uid: 2, dedupeKey: "2:y", providerId: "p" })];

    expect(told(copies, []).fresh).toEqual(["new", "third"]);
    expect(told(named, []).fresh).toEqual(["new"]);
    expect(told([named[0]!, mail({ id: "other", uid: 2, dedupeKey: "2:y", messageId: "<y@x>", providerId: "p" })], []).fresh).toEqual([
      "new",
      "other",
    ]);
  });
});

it("mails are looked for by their fingerprints, their headers' keys and their providers' ids", () => {
  const mails = [mail(), mail({ dedupeKey: "2:z", headersKey: "stub:z", providerId: "p" })];

  expect(pageKeys(mails[0]!, mails)).toMatchObject({
    dedupeKeys: ["2:k", "stub:k", "2:z", "stub:z"].flatMap((key) => [key, `${key}@${second(receivedAt)}`]).concat("p"),
    providerIds: ["p"],
  });
});

it("a mail of which only the headers were read is looked for by its Message-ID too, where it has one", () => {
  const stub = (key: string, messageId: string) => mail({ dedupeKey: key, headersKey: key, messageId });

  expect(pageKeys(mail(), [mail(), stub("stub:a", "<a@x>"), stub("stub:b", "")])).toMatchObject({ messageIds: ["<a@x>"] });
});

describe("a mail in the mailbox's own name", () => {
  const inSent = { folder: "Sent", uid: 7, direction: "outbound" } as const;
  const changed = { dedupeKey: "2:changed", fromOwn: true };
  const seen = (mails: readonly PreparedMail[], known: readonly KnownMessage[]) => {
    const { fresh, copied, sent } = recognise(mails, known);
    return [fresh.length, copied.map(({ id }) => id), sent.map(({ id }) => id)];
  };

  it("is one message with its copy in Sent, which a list or a server changed, whichever is seen first", () => {
    expect(seen([mail(changed)], [row(inSent)])).toEqual([0, ["row"], []]);
    expect(seen([mail({ ...changed, ...inSent, isSentCopy: true })], [row()])).toEqual([0, ["row"], ["row"]]);
  });

  it.each<[string, Facts, Partial<KnownMessage>]>([
    ["of another author", { ...changed, from: { name: "", email: "jane@x.test" } }, inSent],
    ["with another Message-ID", { ...changed, messageId: "<else@x>" }, inSent],
    ["in the same folder, as a scanner sends it", { ...changed, uid: 8 }, {}],
    ["received elsewhere, too, for no copy of it was sent", changed, { folder: "Clients", uid: 8 }],
    ["of a stranger", { dedupeKey: "2:changed" }, inSent],
  ])("is a message of its own beside one %s", (_, facts, known) => {
    expect(seen([mail(facts)], [row(known)])).toEqual([1, [], []]);
  });
});
