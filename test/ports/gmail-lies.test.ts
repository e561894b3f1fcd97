// What the Gmail API may leave out or say twice, told once and for ever: everything is stored once, or the mailbox says what is wrong.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { errorBody } from "#infra/local/sandbox/gmail/answer.ts";
import { messageId } from "#infra/local/sandbox/gmail/mailbox.ts";
import type { HttpAnswer } from "#infra/local/sandbox/http/answer.ts";
import { type ApiWorld, startApiWorld, stopSandbox } from "#test/support/api-world.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

type Fields = Record<string, unknown>;
interface Lie {
  readonly what: string;
  readonly on: RegExp;
  /** Changes an answer; `id` is the message that is lied about, `call` what was asked for. */
  readonly alter: (answer: HttpAnswer, id: string, call: string) => HttpAnswer;
  /**
   * How it ends while it is told for ever: everything is stored all the same, or what lacks is told. `later`: nothing else tells of a message that came
   * before the first reading, so that it is stored once a list has it.
   */
  readonly forEver: "stored" | "told" | "later";
}

const HISTORY = /\/history\?/;
const LIST = /\/me\/messages\?/;
const FACTS = /format=minimal/;
const bodyOf = ({ body }: HttpAnswer) => body as Fields;
const changed = (answer: HttpAnswer, change: (body: Fields) => Fields): HttpAnswer =>
  answer.status === 200 ? { ...answer, body: change(bodyOf(answer)) } : answer;
const refused = (status: number, reason: string) => (): HttpAnswer => ({ status, body: errorBody(status, reason, "no") });
const recordsOf = (body: Fields) => (body["history"] ?? []) as Fields[];
/** Records without what they say about a message. */
const without = (id: string) => (body: Fields) => ({
  ...body,
  history: recordsOf(body).filter(({ messages }) => !(messages as { id: string }[]).some((one) => one.id === id)),
});
/** An answer without one of its fields. */
const lacking = (field: string) => (body: Fields) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
let pages = 0;
const onlyFor = (change: (answer: HttpAnswer, id: string) => HttpAnswer) => (answer: HttpAnswer, id: string, call: string) =>
  call.includes(`/${id}?`) ? change(answer, id) : answer;

const lies: readonly Lie[] = [
  { what: "the history has a hole", on: HISTORY, alter: (answer, id) => changed(answer, without(id)), forEver: "stored" },
  { what: "the history is empty", on: HISTORY, alter: (answer) => changed(answer, lacking("history")), forEver: "stored" },
  {
    what: "the history says everything twice",
    on: HISTORY,
    alter: (answer) => changed(answer, (body) => ({ ...body, history: [...recordsOf(body), ...recordsOf(body)] })),
    forEver: "stored",
  },
  {
    what: "the history says that a message is gone which is there",
    on: HISTORY,
    alter: (answer, id) =>
      changed(answer, (body) => ({
        ...body,
        history: [...recordsOf(body), { id: "1", messages: [{ id }], messagesDeleted: [{ message: { id } }] }],
      })),
    forEver: "stored",
  },
  {
    what: "records name messages by their change alone, without labels",
    on: HISTORY,
    alter: (answer) =>
      changed(answer, (body) => ({
        ...body,
        history: recordsOf(body).map((record) => {
          const [name, entries] = Object.entries(record).find(([key]) => /Added|Deleted|Removed/.test(key)) as [
            string,
            { message: { id: string } }[],
          ];
          return { id: record["id"], [name]: entries.map(({ message }) => ({ message: { id: message.id } })) };
        }),
      })),
    forEver: "stored",
  },
  {
    what: "a page of changes has no history id",
    on: HISTORY,
    alter: (answer) => changed(answer, lacking("historyId")),
    forEver: "told",
  },
  {
    what: "a page of changes leads to itself",
    on: HISTORY,
    alter: (answer) => changed(answer, (body) => ({ ...body, nextPageToken: "again" })),
    forEver: "stored",
  },
  {
    what: "pages of changes go on for ever, each with a token of its own",
    on: HISTORY,
    alter: (answer) => changed(answer, (body) => ({ ...body, nextPageToken: `t${(pages += 1)}` })),
    forEver: "stored",
  },
  { what: "every history id is too old", on: HISTORY, alter: refused(404, "notFound"), forEver: "stored" },
  { what: "the history fails", on: HISTORY, alter: refused(500, "backendError"), forEver: "told" },
  {
    what: "a list repeats its page",
    on: LIST,
    alter: (answer) => changed(answer, (body) => ({ ...body, nextPageToken: "0" })),
    forEver: "told",
  },
  {
    what: "a list leaves a message out",
    on: LIST,
    alter: (answer, id) =>
      changed(answer, (body) => ({ ...body, messages: ((body["messages"] ?? []) as { id: string }[]).filter((one) => one.id !== id) })),
    forEver: "later",
  },
  {
    what: "a list counts more than it has",
    on: LIST,
    alter: (answer) => changed(answer, (body) => ({ ...body, resultSizeEstimate: 999 })),
    forEver: "stored",
  },
  { what: "a list is no list", on: LIST, alter: (answer) => changed(answer, () => ({ messages: "none" })), forEver: "told" },
  { what: "a message that is listed is not found", on: FACTS, alter: onlyFor(refused(404, "notFound")), forEver: "stored" },
  { what: "a message fails in every batch", on: FACTS, alter: onlyFor(refused(500, "backendError")), forEver: "stored" },
  {
    what: "an answer is about another message",
    on: FACTS,
    alter: onlyFor((answer) => changed(answer, (body) => ({ ...body, id: "0123456789abcdef" }))),
    forEver: "stored",
  },
  {
    what: "a message lacks its labels, its time and its size",
    on: FACTS,
    alter: onlyFor((answer) => changed(answer, ({ id, threadId }) => ({ id, threadId, labelIds: ["INBOX"] }))),
    forEver: "stored",
  },
  { what: "a message cannot be read as MIME", on: /format=raw/, alter: onlyFor(refused(404, "notFound")), forEver: "stored" },
  {
    what: "a batch leaves answers out",
    on: /^POST \/batch/,
    alter: (answer) => {
      const [first = "", second = "", ...rest] = (answer.body as Buffer).toString("latin1").split(/(?=--batch_)/);
      return { ...answer, body: Buffer.from([first, ...(rest.length > 0 ? [...rest] : [second])].join(""), "latin1") };
    },
    forEver: "stored",
  },
  { what: "a batch is no batch", on: /^POST \/batch/, alter: () => ({ status: 200, body: { ok: true } }), forEver: "told" },
  { what: "a batch fails", on: /^POST \/batch/, alter: refused(503, "backendError"), forEver: "told" },
  { what: "the list of labels is none", on: /\/labels$/, alter: (answer) => changed(answer, () => ({})), forEver: "told" },
];

afterAll(stopSandbox);

const ENDS = {
  stored: "everything is stored once",
  told: "everything is stored once, or the mailbox says so,",
  later: "everything is stored once that is over",
} as const;

describeOnMongo("Gmail", (connect) => {
  let world: ApiWorld;
  beforeAll(async () => void (world = await startApiWorld(connect, "gmail_api")));
  beforeEach(() => world.gmail.faults.clear());

  const idOf = (mail: { readonly id: string }) => messageId(mail.id);
  /** A mailbox that was filled with two mails or not, to which three come when the lie begins. */
  const lied = async ({ on, alter }: Lie, filled: boolean, times: number) => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, [1, 2]);
    if (filled) await world.pull(mailbox);
    const [, message] = world.deliver(mailbox.email, [3, 4, 5]);
    const id = idOf(message!);
    world.gmail.faults.plant({ on, does: { alter: (answer, call) => alter(answer, id, call) }, times });
    const errors: string[] = [];
    for (let pulls = 0; pulls < 4; pulls += 1) errors.push((await world.pull(mailbox)).error);
    return { mailbox, errors };
  };
  const all = ["mail 1", "mail 2", "mail 3", "mail 4", "mail 5"];

  describe.each([
    ["when the mailbox is filled", false],
    ["in a mailbox that was filled", true],
  ])("%s", (_, filled) => {
    for (const lie of lies) {
      it(`everything is stored once though once ${lie.what}`, async () => {
        const { mailbox } = await lied(lie, filled, 1);

        expect(await world.stored(mailbox)).toEqual(all);
        expect((await world.mailboxes.findForJob(mailbox.id))?.inboxLastError).toBe("");
      });

      it(`${ENDS[lie.forEver]} though always ${lie.what}`, async () => {
        const { mailbox, errors } = await lied(lie, filled, 100_000);

        if (lie.forEver === "stored") expect([await world.stored(mailbox), errors.at(-1)]).toEqual([all, ""]);
        else if (lie.forEver === "told" && errors.at(-1) === "") expect(await world.stored(mailbox)).toEqual(all);
        world.gmail.faults.clear();
        for (let pulls = 0; pulls < 3; pulls += 1) await world.pull(mailbox);
        expect(await world.stored(mailbox)).toEqual(all);
      });
    }
  });

  it("notices a deletion that the history leaves out, and none that it invents", async () => {
    const mailbox = await world.connected();
    const [first, second] = world.deliver(mailbox.email, [1, 2]);
    await world.pull(mailbox);
    const empty = (answer: HttpAnswer) => changed(answer, lacking("history"));
    world.gmail.faults.plant({ on: HISTORY, does: { alter: empty }, times: 100 });
    world.sandbox.store.expunge(mailbox.email, world.sandbox.store.folder(mailbox.email, "INBOX")!, new Set([first!.uid]));
    await world.pull(mailbox);
    const places = await world.directory.places(mailbox.id);

    expect([...places]).toEqual([[idOf(second!), "INBOX"]]);
    world.gmail.faults.clear();
    const invented = (answer: HttpAnswer) =>
      changed(answer, (body) => ({ ...body, history: [{ id: "1", messagesDeleted: [{ message: { id: idOf(second!) } }] }] }));
    world.gmail.faults.plant({ on: HISTORY, does: { alter: invented }, times: 100 });
    await world.pull(mailbox);
    expect([...(await world.directory.places(mailbox.id)).keys()]).toEqual([idOf(second!)]);
  });

  it("forgets no mail of a label that one list of labels leaves out", async () => {
    const mailbox = await world.connected({ folders: "all" });
    world.sandbox.store.create(mailbox.email, "Projects");
    world.deliver(mailbox.email, [1], { folder: "Projects" });
    await world.pull(mailbox);
    const alter = (answer: HttpAnswer) => changed(answer, () => ({ labels: [] }));
    world.gmail.faults.plant({ on: /\/labels$/, does: { alter } });
    for (let pulls = 0; pulls < 2; pulls += 1) expect((await world.pull(mailbox)).error).toBe("");

    expect([...(await world.directory.places(mailbox.id)).values()]).toEqual([expect.stringMatching(/^Label_/)]);
    expect(await world.stored(mailbox)).toEqual(["mail 1"]);
  });

  it("ends every pull after some requests when neither the changes nor a list has an end, and says so", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, [1, 2]);
    await world.pull(mailbox);
    world.deliver(mailbox.email, [3, 4, 5]);
    const alter = (answer: HttpAnswer) => changed(answer, (body) => ({ ...body, nextPageToken: `t${(pages += 1)}` }));
    world.gmail.faults.plant({ on: /\/history\?|\/me\/messages\?/, does: { alter }, times: 100_000 });
    world.gmail.calls.length = 0;
    const { error } = await world.pull(mailbox);

    expect(error).not.toBe("");
    expect(world.gmail.calls.length).toBeLessThan(150);
    world.gmail.faults.clear();
    for (let pulls = 0; pulls < 2; pulls += 1) await world.pull(mailbox);
    expect(await world.stored(mailbox)).toEqual(all);
  });

  describe("an audit", () => {
    /** What an audit finds of the inbox after one message was hidden before the first reading. */
    const audited = async (
      lies: (id: string) => readonly { readonly on: RegExp; readonly alter: Lie["alter"]; readonly times?: number }[],
    ) => {
      const mailbox = await world.connected();
      const id = idOf(world.deliver(mailbox.email, [1, 2, 3, 4, 5])[2]!);
      for (const { on, alter, times = 100_000 } of lies(id))
        world.gmail.faults.plant({ on, does: { alter: (answer, call) => alter(answer, id, call) }, times });
      for (let pulls = 0; pulls < 2; pulls += 1) await world.pull(mailbox);
      await world.ports.audits.ask(mailbox);
      for (let pulls = 0; pulls < 3; pulls += 1) await world.pull(mailbox);
      const last = (await world.ports.audits.find(mailbox))?.last;
      const inbox = last?.folders.find(({ path }) => path === "INBOX");
      return { complete: last?.complete, unlisted: inbox?.unlisted, stored: await world.stored(mailbox) };
    };
    const hide = (answer: HttpAnswer, id: string) =>
      changed(answer, (body) => ({ ...body, messages: ((body["messages"] ?? []) as { id: string }[]).filter((one) => one.id !== id) }));
    const SEARCH = /\/me\/messages\?.*[?&]q=/;
    const COUNT = /\/labels\/INBOX/;
    const counting = (change: (total: number) => unknown) => (answer: HttpAnswer) =>
      changed(answer, (body) => ({ ...body, messagesTotal: change(Number(body["messagesTotal"])) }));

    it("is complete where Gmail counts what it lists", async () =>
      expect(await audited(() => [])).toEqual({ complete: true, unlisted: undefined, stored: all }));

    it("is not complete where no list has a message that Gmail counts, though the history tells nothing of it either", async () =>
      expect(await audited(() => [{ on: LIST, alter: hide }])).toEqual({ complete: false, unlisted: 1, stored: all.toSpliced(2, 1) }));

    it("stores a message that the searches leave out and the label's own list has", async () =>
      expect(await audited(() => [{ on: SEARCH, alter: hide }])).toEqual({ complete: true, unlisted: undefined, stored: all }));

    it("is not complete where a list ends early, repeats what it has, and Gmail counts more", async () => {
      const early = (answer: HttpAnswer) =>
        changed(answer, ({ messages = [], ...body }) => {
          const some = (messages as Fields[]).slice(0, 2);
          return { ...body, messages: [...some, ...some] };
        });

      expect(await audited(() => [{ on: LIST, alter: early }])).toMatchObject({ complete: false, unlisted: 3 });
    });

    it("is not complete where Gmail counts more than anybody can find", async () =>
      expect(await audited(() => [{ on: COUNT, alter: counting((total) => total + 7) }])).toEqual({
        complete: false,
        unlisted: 7,
        stored: all,
      }));

    it("believes no count that is right when it is asked again, nor one that is none", async () => {
      const once = { on: COUNT, alter: counting((total) => total + 7), times: 1 };

      expect(await audited(() => [once])).toMatchObject({ complete: true, unlisted: undefined });
      for (const rubbish of [undefined, "many", -4, 2.5])
        expect(await audited(() => [{ on: COUNT, alter: counting(() => rubbish) }])).toMatchObject({ complete: true, stored: all });
    });

    it("is not complete where the history jumps over a message and every list does", async () => {
      const mailbox = await world.connected();
      world.deliver(mailbox.email, [1, 2]);
      await world.pull(mailbox);
      const id = idOf(world.deliver(mailbox.email, [3])[0]!);
      world.gmail.faults.plant({ on: LIST, does: { alter: (answer) => hide(answer, id) }, times: 100_000 });
      world.gmail.faults.plant({ on: HISTORY, does: { alter: (answer) => changed(answer, without(id)) }, times: 100_000 });
      await world.ports.audits.ask(mailbox);
      for (let pulls = 0; pulls < 3; pulls += 1) await world.pull(mailbox);

      expect((await world.ports.audits.find(mailbox))?.last).toMatchObject({ complete: false });
      world.gmail.faults.clear();
      await world.ports.audits.ask(mailbox);
      for (let pulls = 0; pulls < 3; pulls += 1) await world.pull(mailbox);
      expect((await world.ports.audits.find(mailbox))?.last).toMatchObject({ complete: true });
      expect(await world.stored(mailbox)).toEqual(["mail 1", "mail 2", "mail 3"]);
    });
  });

  it("compares every label's list in an audit", async () => {
    const mailbox = await world.connected();
    const mails = world.deliver(mailbox.email, [1, 2, 3]);
    await world.pull(mailbox);
    const inbox = (await world.directory.folders(mailbox.id)).find(({ path }) => path === "INBOX")!;
    // ~ the directory has one message too few, and one that is in no list
    await world.directory.repair(mailbox.id, inbox.id, {
      there: [{ id: "00000000000000ff", receivedAt: new Date(), seen: true, draft: false, hasAttachments: false }],
      gone: [idOf(mails[0]!)],
      unlisted: 0,
    });
    const session = await world.reader.open(await world.accountOf(mailbox), AbortSignal.timeout(30_000));
    await session.repair?.("INBOX");

    expect([...(await world.directory.places(mailbox.id)).keys()].toSorted()).toEqual(mails.map(idOf).toSorted());
  });
});
