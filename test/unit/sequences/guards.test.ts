// Whom and what a sequence refuses before anything is stored, and in which order it is changed; over HTTP: test/http/sequences.
import { expect, it } from "vitest";
import { createSequence, type NewSequence, removePerson } from "#shared/sequences/change.ts";
import { enrol } from "#shared/sequences/enrol.ts";
import { changeSequence, type SequenceChanges } from "#shared/sequences/rewrite.ts";
import { PEOPLE_MAX, type Sequence } from "#shared/sequences/sequence.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const at = new Date("2026-11-20T09:00:00Z");
const mailbox = aMailbox();
const { userId } = mailbox;
const step = { subject: "Hi {{name}}", bodyHtml: "", bodyText: "Hi {{name}}", quoteHistory: true };
const next = { ...step, subject: "", scheduledAfter: "P1D" };
const sequence: Sequence = {
  id: ids.objectId(),
  userId,
  mailboxId: mailbox.id,
  name: "",
  steps: [step, next],
  revision: 1,
  people: 1,
  createdAt: at,
  updatedAt: at,
};
const reasonOf = (error: unknown) => (error as { reason?: string }).reason ?? String(error);

/** What is made; the account has one mailbox and the pool "sales". */
const created = async (asked: Partial<NewSequence>, bounds?: { readonly mailboxIds: readonly string[] }) => {
  const made: Sequence[] = [];
  const ports = {
    clock,
    ids,
    ips: { list: async () => [] },
    mailboxes: { findMany: async (_: string, some: readonly string[]) => [mailbox].filter(({ id }) => some.includes(id)) },
    pools: { findMany: async (_: string, names: readonly string[]) => names.filter((name) => name === "sales").map((name) => ({ name })) },
    sequences: { insert: async (one: Sequence) => void made.push(one) },
  };
  const outcome = await createSequence(ports as never, userId, { steps: [step], ...asked }, { bounds }).then(() => "made", reasonOf);
  expect(made).toHaveLength(outcome === "made" ? 1 : 0);
  return outcome;
};

it.each<[string, Partial<NewSequence>, string]>([
  ["the account's mailbox", { mailboxId: mailbox.id }, "made"],
  ["another account's", { mailboxId: ids.objectId() }, "notFound"],
  ["several, of which one is another account's", { mailboxIds: [mailbox.id, ids.objectId()] }, "invalid"],
  ["the account's pool", { pool: "sales" }, "made"],
  ["a pool that is not there", { pool: "support" }, "notFound"],
])("is made with %s: %o is %s", async (_, asked, told) => {
  expect((await created(asked)) === "made").toBe(told === "made");
});

it("is made by a bound key with one mailbox alone", async () => {
  const bounds = { mailboxIds: [mailbox.id] };
  expect(await created({ mailboxId: mailbox.id }, bounds)).toBe("made");
  expect([await created({ mailboxIds: [mailbox.id] }, bounds), await created({ pool: "sales" }, bounds)]).toEqual(["invalid", "invalid"]);
});

it.each<[string, Partial<Sequence> | undefined, string]>([
  ["is not there", undefined, "notFound"],
  ["is deleted", { deletedAt: at }, "conflict"],
  ["is paused", { pausedAt: at }, "conflict"],
  ["is full", { people: PEOPLE_MAX }, "conflict"],
])("takes nobody where it %s", async (_, facts, reason) => {
  const asked: string[] = [];
  const ports = {
    sequences: { find: async () => facts && { ...sequence, ...facts } },
    people: { among: async () => (asked.push("people"), []) },
  };
  const receipt = { by: { id: "k", scopes: ["send"] as const }, claim: undefined, answer: () => "answered" };
  const person = { to: { name: "", email: "a@peer.test" }, variables: { name: "A" } };

  expect(await enrol(ports as never, { userId, id: sequence.id }, [person], receipt as never).catch(reasonOf)).toBe(reason);
  expect(asked).toEqual([]);
});

/** What a change does, in order. */
const changing = (facts: Partial<Sequence> = {}) => {
  const did: string[] = [];
  let now: Sequence = { ...sequence, ...facts };
  const ports = {
    clock,
    sequences: {
      find: async () => now,
      pause: async (_u: string, _i: string, paused: boolean) => (did.push(paused ? "pause" : "go on"), now),
      settle: async () => (did.push("settle"), { cancelled: [], more: false }),
      write: async (_: Sequence, { name, steps }: SequenceChanges) => {
        did.push(`write ${name ?? "-"} ${steps ? "steps" : "-"}`);
        return (now = { ...now, ...(steps && { revision: now.revision + 1 }) });
      },
    },
    people: { outdated: async () => (did.push("rewrite"), []), countOutdated: async () => 0 },
    sends: { bodies: async () => new Map() },
    following: () => ({}),
  };
  const change = (asked: SequenceChanges) => changeSequence(ports as never, userId, sequence.id, asked).then(() => did, reasonOf);
  return { did, change };
};

it("pauses before the new text is written, and lets go on after it", async () => {
  const text = [{ step: 1, bodyText: "Anew {{name}}" }];
  expect(await changing().change({ paused: true, steps: text })).toEqual(["pause", "settle", "write - steps", "rewrite"]);
  expect(await changing().change({ paused: false, steps: text })).toEqual(["write - steps", "rewrite", "go on", "settle"]);
});

it("writes nothing where nothing is new, and no text where only the name is", async () => {
  expect(await changing().change({ steps: [{ step: 1, bodyText: step.bodyText }] })).toEqual([]);
  expect(await changing().change({ name: "Anew" })).toEqual(["write Anew -"]);
});

it.each<[string, Partial<Sequence>, SequenceChanges, string]>([
  ["a deleted one", { deletedAt: at }, { paused: true }, "conflict"],
  ["a step that is not there", {}, { steps: [{ step: 3, bodyText: "x" }] }, "invalid"],
  ["the first subject taken away", {}, { steps: [{ step: 1, subject: "" }] }, "invalid"],
  ["no text", {}, { steps: [{ step: 2, bodyText: "" }] }, "invalid"],
  ["a value that its people may not have", {}, { steps: [{ step: 2, bodyText: "{{company}}" }] }, "invalid"],
])("is not changed: %s", async (_, facts, asked, reason) => {
  const { change, did } = changing(facts);
  expect([await change(asked), did]).toEqual([reason, []]);
});

it("may need any value while it has nobody", async () => {
  expect(await changing({ people: 0 }).change({ steps: [{ step: 2, bodyText: "{{company}}" }] })).toContain("write - steps");
});

it("tells what a removal cancelled, and of a person who is not there nothing", async () => {
  const told: string[] = [];
  const remove = (cancelled: readonly string[] | undefined) =>
    removePerson(
      {
        people: { remove: async () => cancelled },
        eventOutbox: { publish: async (_: string, of: readonly string[]) => (told.push(...of), []) },
      } as never,
      userId,
      { sequenceId: sequence.id, id: "p" },
    ).then(() => "removed", reasonOf);

  expect([await remove(["a", "b"]), await remove(undefined), told]).toEqual(["removed", "notFound", ["a", "b"]]);
});
