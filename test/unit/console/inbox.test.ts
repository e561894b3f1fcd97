// The inbox's views and what a search marks; what an event makes the console read again.
import { describe, expect, it } from "vitest";
import { personIn, refusalOf } from "#shared/console/screens/inbox/person.ts";
import { ApiError } from "#shared/client/index.ts";
import { placeAfter } from "#shared/console/screens/inbox/place.ts";
import { addressOf, byAge, filterIn, fits, foundIn, queriesOf } from "#shared/console/screens/inbox/filter.ts";

const marked = (text: string, q: string): readonly string[] =>
  foundIn(text, q)
    .filter(({ isFound }) => isFound)
    .map(({ text: part }) => part);

describe("found words", () => {
  it.each([
    ["Grüße aus Köln", "grusse koln", ["Köln"]],
    ["Émile's offer", "EMILE offer", ["Émile", "offer"]],
    ["offers and an offer", "offer", ["offer"]],
    ["a.b@peer.test", "peer", ["peer"]],
    ["an offer", "", []],
    ["<b>offer</b>", "b", ["b", "b"]],
  ])("in %j for %j", (text, q, words) => {
    expect(marked(text, q)).toEqual(words);
    expect(
      foundIn(text, q)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });
});

describe("a view", () => {
  it.each(["needs_answer", "open", "waiting", "snoozed", "done", "bounced", "unread"] as const)(
    "%s stands in the address with the other filters",
    (view) => {
      const filter = { view, mailbox_id: "a".repeat(24), tag: "spring", assigned_to: "", label: "vip", q: "offer" };
      const query = Object.fromEntries(new URL(addressOf(filter), "https://x.test").searchParams);

      expect(filterIn(query)).toEqual(filter);
    },
  );

  it("of what needs an answer asks for a person's mail alone", () => {
    expect(queriesOf({ view: "needs_answer", tag: "spring" })).toEqual(
      ["reply", "inbound"].map((kind) => ({ tag: "spring", last_message_direction: "inbound", kind })),
    );
  });

  it("by whose turn it is asks for that state, and leaves what is snoozed out of what is open", () => {
    expect(queriesOf({ view: "open", assigned_to: "anna" })).toEqual([{ assigned_to: "anna", state: "open", snoozed: false }]);
    expect(queriesOf({ view: "waiting" })).toEqual([{ state: "waiting" }]);
    expect(queriesOf({ view: "snoozed", label: "vip" })).toEqual([{ label: "vip", snoozed: true }]);
  });

  it("keeps addresses that were shared before there were views", () => {
    expect(filterIn({ unread: "true" })).toEqual({ view: "unread" });
    expect(filterIn({ view: "nonsense", kind: "nonsense" })).toEqual({});
  });
});

describe("a changed conversation", () => {
  const all = { state: "open", assigned_to: "anna", labels: ["vip"], revision: 2 } as const;
  const snoozed = { ...all, snoozed_until: "2026-12-01T09:00:00.000Z" };

  it.each([
    [{}, all, true],
    [{ q: "offer", kind: "reply" }, all, true],
    [{ view: "open" }, all, true],
    [{ view: "open" }, snoozed, false],
    [{ view: "open" }, { ...all, state: "done" }, false],
    [{ view: "waiting" }, { ...all, state: "waiting" }, true],
    [{ view: "done" }, all, false],
    [{ view: "snoozed" }, snoozed, true],
    [{ view: "snoozed" }, all, false],
    [{ view: "needs_answer" }, { ...all, state: "done" }, true],
    [{ assigned_to: "anna" }, all, true],
    [{ assigned_to: "" }, all, false],
    [{ assigned_to: "" }, { ...all, assigned_to: "" }, true],
    [{ label: "vip" }, all, true],
    [{ label: "late" }, all, false],
  ] as const)("under %j with %j stays in the list: %j", (filter, changed, stays) => {
    expect(fits(filter, { ...changed, labels: [...changed.labels] })).toBe(stays);
  });
});

describe("the order of the list", () => {
  it("is by age and, within a second, by id as the service's, wherever a row was read from", () => {
    const at = (id: string, last_message_at?: string) => ({ id, ...(last_message_at !== undefined && { last_message_at }) });
    const [a, b, c, none] = [at("a", "2026-11-27T16:28:00Z"), at("b", "2026-11-27T16:28:00Z"), at("c", "2026-11-27T16:27:00Z"), at("d")];
    for (const rows of [
      [a, b, c, none],
      [none, c, b, a],
      [b, a, none, c],
    ])
      expect(rows.toSorted((one, other) => byAge(other, one))).toEqual([b, a, c, none]);
  });
});

describe("whom a text means", () => {
  const people = ["Anna", "Annabel", "Bert", "bert", "Élodie"];
  it.each([
    ["", ""],
    [" Anna ", "Anna"],
    ["anna", "Anna"],
    ["annab", "Annabel"],
    ["élo", "Élodie"],
    ["bert", "bert"],
    ["Bert", "Bert"],
    ["ann", undefined],
    ["Zoe", undefined],
    ["Annabella", undefined],
  ])("%j is %j", (text, person) => expect(personIn(text, people, true)).toBe(person));

  it("is that text where not all people are known", () => {
    expect([personIn(" Zoe ", people, false), personIn("ann", people, false), personIn("annab", people, false)]).toEqual([
      "Zoe",
      "ann",
      "Annabel",
    ]);
  });
});

describe("why a conversation was not changed", () => {
  const refused = (status: number, body: object) =>
    refusalOf(new ApiError({ status, body: { message: "No", ...body }, retryAfter: undefined, requestId: undefined })).message;
  it("is who has it by now, what its mailbox lacks, or what the service says", () => {
    expect(refused(409, { type: "conflict", current: { assigned_to: "Bert" } })).toBe("Bert has it by now.");
    expect(refused(409, { type: "conflict", current: { assigned_to: "" } })).toBe("Somebody has changed it meanwhile.");
    expect(refused(400, { details: [{ field: "folder", message: "needs a mailbox that syncs changes" }] })).toMatch(
      /^Its mailbox has to sync/,
    );
    expect(refused(404, {})).toBe("404 No");
  });
});

describe("the place in the list, when its row leaves", () => {
  it.each([
    ["the next one", "b", "a b c d", "a c d", "c"],
    ["the next that stays, of several that leave", "b", "a b c d", "a d", "d"],
    ["the one before, after the last", "d", "a b c d", "a b c", "c"],
    ["beside what has come meanwhile", "b", "a b c", "n a c", "c"],
    ["where it is, while its row is there", "b", "a b c", "c b", undefined],
    ["nowhere, without a row before", "x", "a b", "a", undefined],
    ["nowhere, where none stays", "a", "a b", "n", undefined],
  ])("is %s", (_, at, before, now, place) => expect(placeAfter(at, before.split(" "), now.split(" "))).toBe(place));
});
