// What Microsoft Graph may leave out or say twice, told once and for ever: everything is stored once, or the mailbox says what is wrong.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { HttpAnswer } from "#infra/local/sandbox/http/answer.ts";
import { messageId } from "#infra/local/sandbox/graph/mailbox.ts";
import { type ApiWorld, startApiWorld, stopSandbox } from "#test/support/api-world.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

type Entry = Record<string, unknown>;
interface Lie {
  readonly what: string;
  readonly on: RegExp;
  /** Changes an answer; `id` is the message that is lied about, `link` the address that was asked for. */
  readonly alter: (answer: HttpAnswer, id: string, link: string) => HttpAnswer;
  /** How it ends while it is told for ever. */
  readonly forEver: "stored" | "told";
}

const DELTA = /messages\/delta/;
const bodyOf = ({ body }: HttpAnswer) => body as { value?: Entry[] } & Entry;
const entries = (change: (all: readonly Entry[], id: string) => readonly Entry[]) => (answer: HttpAnswer, id: string) =>
  bodyOf(answer).value === undefined ? answer : { ...answer, body: { ...bodyOf(answer), value: change(bodyOf(answer).value!, id) } };
const without = (field: string) =>
  entries((all) => all.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => name !== field))));
const refused = (status: number, code: string) => (): HttpAnswer => ({ status, body: { error: { code, message: "no" } } });
let pages = 0;
/** The answer as a page that is not the last: it goes on at `next`. */
const leadingTo = (answer: HttpAnswer, next: string): HttpAnswer => {
  const { "@odata.deltaLink": _, ...rest } = bodyOf(answer);
  return answer.status === 200 ? { ...answer, body: { ...rest, "@odata.nextLink": next } } : answer;
};
const another = (link: string) => `${link.replace(/&n=[^&]*/, "")}&n=${(pages += 1)}`;
const lies: readonly Lie[] = [
  {
    what: "a delta query leaves a message out",
    on: DELTA,
    alter: entries((all, id) => all.filter((one) => one["id"] !== id)),
    forEver: "stored",
  },
  { what: "a delta query is empty", on: DELTA, alter: entries(() => []), forEver: "stored" },
  { what: "a delta query says everything twice", on: DELTA, alter: entries((all) => [...all, ...all]), forEver: "stored" },
  {
    what: "a delta query says that a message is gone which is there",
    on: DELTA,
    alter: entries((all, id) => all.map((one) => (one["id"] === id ? { id, "@removed": { reason: "deleted" } } : one))),
    forEver: "stored",
  },
  { what: "an entry lacks its time", on: DELTA, alter: without("receivedDateTime"), forEver: "stored" },
  { what: "an entry lacks whether it has attachments, and its size", on: DELTA, alter: without("hasAttachments"), forEver: "stored" },
  {
    what: "a size is nonsense",
    on: DELTA,
    alter: entries((all) => all.map((one) => ({ ...one, singleValueExtendedProperties: [{ value: "-1" }] }))),
    forEver: "stored",
  },
  { what: "$expand is refused", on: /messages\/delta.*expand/, alter: refused(400, "ErrorInvalidUrlQuery"), forEver: "stored" },
  { what: "a batch is refused for its size", on: /\$batch/, alter: refused(413, "RequestEntityTooLarge"), forEver: "told" },
  { what: "a page of changes has no link", on: DELTA, alter: (answer) => ({ ...answer, body: { value: [] } }), forEver: "told" },
  { what: "a page of changes leads to itself", on: DELTA, alter: (answer, _, link) => leadingTo(answer, link), forEver: "stored" },
  {
    what: "pages of changes lead in a circle",
    on: DELTA,
    alter: (answer, _, link) => leadingTo(answer, /circle=b/.test(link) ? link.replace("circle=b", "circle=a") : `${link}&circle=b`),
    forEver: "stored",
  },
  {
    what: "pages of changes go on for ever, each with a link of its own",
    on: DELTA,
    alter: (answer, _, link) => leadingTo(answer, another(link)),
    forEver: "stored",
  },
  {
    what: "empty pages of changes go on for ever",
    on: DELTA,
    alter: (answer, _, link) => leadingTo({ ...answer, body: { value: [] } }, another(link)),
    forEver: "stored",
  },
  { what: "a message that is listed cannot be read", on: /\$value/, alter: refused(404, "ErrorItemNotFound"), forEver: "stored" },
  { what: "all delta tokens are forgotten", on: /deltatoken/, alter: refused(410, "syncStateNotFound"), forEver: "stored" },
  {
    what: "a folder counts an item more than it lists",
    on: /mailFolders/,
    alter: (answer) => {
      const more = (folder: Entry) =>
        "totalItemCount" in folder ? { ...folder, totalItemCount: Number(folder["totalItemCount"]) + 1 } : folder;
      const { value } = bodyOf(answer);
      return { ...answer, body: value ? { ...bodyOf(answer), value: value.map(more) } : more(bodyOf(answer)) };
    },
    forEver: "stored",
  },
];

afterAll(stopSandbox);

describeOnMongo("Graph", (connect) => {
  let world: ApiWorld;
  beforeAll(async () => void (world = await startApiWorld(connect, "graph")));
  beforeEach(() => world.graph.faults.clear());

  /** A mailbox that was filled with two mails or not, to which three come when the lie begins. */
  const lied = async ({ on, alter }: Lie, filled: boolean, times: number) => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, [1, 2]);
    if (filled) await world.pull(mailbox);
    const [, message] = world.deliver(mailbox.email, [3, 4, 5]);
    const id = messageId({ folder: { name: "INBOX" }, message: message! }, true);
    world.graph.faults.plant({ on, does: { alter: (answer) => alter(answer, id, linkOf(world.graph.calls.at(-1))) }, times });
    const errors: string[] = [];
    for (let pulls = 0; pulls < 4; pulls += 1) errors.push((await world.pull(mailbox)).error);
    return { mailbox, errors };
  };
  const linkOf = (call = "") => `${world.graph.origin}${call.replace(/^\w+ /, "")}`;
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

      it(`${lie.forEver === "stored" ? "everything is stored once" : "the mailbox says so"} though always ${lie.what}`, async () => {
        const { mailbox, errors } = await lied(lie, filled, 100_000);

        if (lie.forEver === "stored") expect([await world.stored(mailbox), errors.at(-1)]).toEqual([all, ""]);
        else expect(errors.at(-1)).not.toBe("");
        world.graph.faults.clear();
        for (let pulls = 0; pulls < 3; pulls += 1) await world.pull(mailbox);
        expect(await world.stored(mailbox)).toEqual(all);
      });
    }
  });

  it("ends every pull after some requests when neither the changes nor the list of a folder has an end, and says so", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, [1, 2]);
    await world.pull(mailbox);
    world.deliver(mailbox.email, [3, 4, 5]);
    const alter = (answer: HttpAnswer) => {
      const link = linkOf(world.graph.calls.at(-1));
      return leadingTo(DELTA.test(link) ? { ...answer, body: { value: [] } } : answer, another(link));
    };
    world.graph.faults.plant({ on: /messages(?:\/delta|\?)/, does: { alter }, times: 100_000 });
    world.graph.calls.length = 0;
    const { error } = await world.pull(mailbox);

    expect(error).toContain("a folder's list has no end");
    expect(world.graph.calls.length).toBeLessThan(150);
    world.graph.calls.length = 0;
    expect((await world.pull(mailbox)).error).toBe("");
    expect(await world.stored(mailbox)).toEqual(all);
    expect(world.graph.calls.length).toBeLessThan(150);
  });

  /** Changes that bring only some ids and lead in a circle, and lists of one message a page. */
  const pageByPage = (mailbox: { readonly email: string }, brought: readonly string[], breaks: (page: number) => boolean) => {
    const alter = (answer: HttpAnswer) => {
      const link = linkOf(world.graph.calls.at(-1));
      const value = bodyOf(answer).value ?? [];
      if (DELTA.test(link)) return leadingTo({ ...answer, body: { value: value.filter(({ id }) => brought.includes(String(id))) } }, link);
      const page = Number(/&page=(\d+)/.exec(link)?.[1] ?? 0);
      if (breaks(page)) return refused(500, "generalException")();
      const one = { ...answer, body: { value: value.slice(page, page + 1) } };
      return page + 1 < value.length ? leadingTo(one, `${link.replace(/&page=\d+/, "")}&page=${page + 1}`) : one;
    };
    world.graph.faults.plant({ on: /messages(?:\/delta|\?)/, does: { alter }, times: 100_000 });
    return mailbox;
  };

  it.each([0, 1, 2, 3])("misses nothing of a list that is cut off once before page %i", async (cut) => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, [1, 2]);
    await world.pull(mailbox);
    world.deliver(mailbox.email, [3, 4, 5]);
    let cuts = 1;
    pageByPage(mailbox, [], (page) => page === cut && (cuts -= 1) >= 0);

    expect((await world.pull(mailbox)).error).not.toBe("");
    for (let pulls = 0; pulls < 2; pulls += 1) expect((await world.pull(mailbox)).error).toBe("");
    expect(await world.stored(mailbox)).toEqual(all);
  });

  it("misses nothing where the changes bring the newest message alone before they lead in a circle", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, [1, 2]);
    await world.pull(mailbox);
    const newest = world.deliver(mailbox.email, [3, 4, 5]).at(-1)!;
    pageByPage(mailbox, [messageId({ folder: { name: "INBOX" }, message: newest }, true)], () => false);

    expect((await world.pull(mailbox)).error).toBe("");
    expect(await world.stored(mailbox)).toEqual(all);
  });

  it("forgets no folder when the list of folders has no end", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, [1, 2]);
    await world.pull(mailbox);
    const before = await world.directory.folders(mailbox.id);
    const alter = (answer: HttpAnswer) => leadingTo({ ...answer, body: { value: [] } }, another(linkOf(world.graph.calls.at(-1))));
    world.graph.faults.plant({ on: /mailFolders\?/, does: { alter }, times: 100_000 });
    const session = await world.reader.open(await world.accountOf(mailbox), AbortSignal.timeout(30_000));

    await expect(session.folders([], {})).rejects.toThrow("the list of folders has no end");
    expect((await world.directory.folders(mailbox.id)).map(({ path }) => path)).toEqual(before.map(({ path }) => path));
  });

  it("is asked for the list of a folder once where it counts more than it lists", async () => {
    const { mailbox } = await lied(lies.at(-1)!, true, 100_000);
    world.graph.calls.length = 0;
    for (let pulls = 0; pulls < 3; pulls += 1) await world.pull(mailbox);

    expect(world.graph.calls.filter((link) => /\/messages\?/.test(link))).toEqual([]);
    const inbox = (await world.directory.folders(mailbox.id)).find(({ path }) => path === "INBOX");
    expect(inbox).toMatchObject({ count: 5, unlisted: 1 });
  });

  it("is asked about a message that its list lacks, which goes when it is elsewhere", async () => {
    const mailbox = await world.connected();
    const [first] = world.deliver(mailbox.email, [1, 2]);
    await world.pull(mailbox);
    world.graph.faults.plant({
      on: DELTA,
      does: { alter: (answer) => entries((rows) => rows.filter((row) => !row["@removed"]))(answer, "") },
      times: 100_000,
    });
    world.sandbox.store.expunge(mailbox.email, world.sandbox.store.folder(mailbox.email, "INBOX")!, new Set([first!.uid]));
    for (let pulls = 0; pulls < 3; pulls += 1) await world.pull(mailbox);

    expect((await world.directory.folders(mailbox.id)).find(({ path }) => path === "INBOX")).toMatchObject({ count: 1, uidNext: 3 });
  });
});
