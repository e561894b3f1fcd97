// api/README.md, "Ground rules" and "Sending": metadata, filters, pages and bulk work, each rule over HTTP.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTarget, REDIRECT_URI } from "#test/support/target.ts";
import { operations } from "#shared/service/operations.ts";
import { ABSENT, type Answer, aSender, fieldsOf, until } from "#test/support/client.ts";

const byText = (a: string, b: string) => a.localeCompare(b);

const target = await openTarget();
afterAll(() => target.stop());
const { ask, balance, anEmail, later, send, batch, followUp, record, reaching } = await aSender(target, 10_000);

const idsOf = async (query: string): Promise<string[]> => (await ask("GET", `/v1/logs?${query}`)).body.map(({ id }: { id: string }) => id);

describe("metadata", () => {
  it("comes back in records, the log and events from each way to send, and never in the mail", async () => {
    const metadata = { campaign: "first", "contact-id": "zebra-77" };
    const sent = await send(anEmail({ to: "reply.metadata@sandbox.test", metadata }));
    const { body } = await batch([later({ metadata: { campaign: "first", step: "2" } }), anEmail({ metadata: { "a.b": "x" } })]);
    const follows = await followUp(sent.body.id, { body_text: "And?", metadata: { campaign: "first", step: "3" } });
    const forward = await until(async () => {
      const { body: inbox } = await ask("GET", `/v1/inbox/messages?fresh=true&email_job_id=${sent.body.id}`);
      return inbox.messages[0];
    });
    const [reply, forwarded] = await Promise.all([
      ask("POST", `/v1/inbox/messages/${forward.id}/reply`, { body_text: "Good", metadata: { campaign: "first", step: "4" } }),
      ask("POST", `/v1/inbox/messages/${forward.id}/forward`, { to: "boss@sandbox.test", metadata: { campaign: "first", step: "5" } }),
    ]);

    const ids = [sent, { body: body.results[0] }, follows, reply, forwarded].map((answer) => answer.body.id);
    expect(body.results[1]).toMatchObject({ status: "failed", details: [{ field: "metadata.a.b" }] });
    expect(await reaching(ids[0], "sent")).toMatchObject({ metadata });
    expect((await idsOf("metadata[campaign]=first")).toSorted(byText)).toEqual(ids.toSorted(byText));
    expect(await idsOf("metadata[campaign]=first&metadata[step]=4")).toEqual([ids[3]]);
    expect((await idsOf("metadata[campaign]=first&kind=reply")).toSorted(byText)).toEqual([ids[2], ids[3]].toSorted(byText));
    expect(await idsOf("metadata[campaign]=first&kind=forward")).toEqual([ids[4]]);
    expect(await idsOf("metadata[contact-id]=zebra-77&replied=true&bounced=false")).toEqual([ids[0]]);
    const { thread_id: threadId } = await record(ids[0]);
    expect((await idsOf(`thread_id=${threadId}`)).toSorted(byText)).toEqual([ids[0], ids[2], ids[3]].toSorted(byText));
    const events = (await ask("GET", "/v1/events?type=send.sent")).body.events;
    expect(events.find(({ data }: { data: { id: string } }) => data.id === ids[0]).data.metadata).toEqual(metadata);
    // The sandbox answers with a quote of all that it was given to read.
    expect(JSON.stringify((await ask("GET", `/v1/inbox/messages/${forward.id}`)).body)).not.toContain("zebra");
  });

  it("has tags beside it, which reminders inherit, the log finds and answers tell of", async () => {
    const tags = ["Frühling 🌷", "a,b=c"];
    const sent = await send(anEmail({ to: "reply.tags@sandbox.test", tags, metadata: { hidden: "yak-78" } }));
    const { body } = await batch([
      later({ tags: ["other"] }),
      { follows: 0, body_text: "And?" },
      { follows: 0, body_text: "And?", tags: [] },
      anEmail({ tags: ["x".repeat(51)] }),
    ]);
    const [inherits, without] = [
      await followUp(sent.body.id, { body_text: "And?" }),
      await followUp(sent.body.id, { body_text: "And?", tags: ["none"] }),
    ];
    const answer = await until(async () => {
      const { body: inbox } = await ask("GET", `/v1/inbox/messages?fresh=true&email_job_id=${sent.body.id}`);
      return inbox.messages[0];
    });
    const [reply, forwarded] = await Promise.all([
      ask("POST", `/v1/inbox/messages/${answer.id}/reply`, { body_text: "Good", tags: ["r"] }),
      ask("POST", `/v1/inbox/messages/${answer.id}/forward`, { to: "boss@sandbox.test", tags: ["f"] }),
    ]);

    const tagsOf = async ({ body: { id } }: { body: { id: string } }) => (await record(id)).tags;
    expect(body.results[3]).toMatchObject({ status: "failed", details: [{ field: "tags.0" }] });
    expect(await Promise.all([sent, inherits, without, reply, forwarded].map(tagsOf))).toEqual([tags, tags, ["none"], ["r"], ["f"]]);
    expect(await Promise.all([0, 1, 2].map((n) => tagsOf({ body: body.results[n] })))).toEqual([["other"], ["other"], []]);
    const found = await idsOf(`tag=${encodeURIComponent("a,b=c")}`);
    expect(found.toSorted(byText)).toEqual([sent.body.id, inherits.body.id].toSorted(byText));
    expect(await idsOf("tag=none&metadata[hidden]=yak-78&kind=reply")).toEqual([without.body.id]);
    expect(await idsOf("tag=none&metadata[hidden]=no")).toEqual([]);
    expect(fieldsOf(await ask("GET", "/v1/logs?tag="))).toEqual(["tag"]);
    const told = await until(async () => {
      const { events } = (await ask("GET", "/v1/events?limit=200")).body;
      const of = (type: string, id: string) =>
        events.find((event: { type: string; data: { id: string } }) => event.type === type && event.data.id === id)?.data;
      const [left, came] = [of("send.sent", sent.body.id), of("message.received", answer.id)];
      return left && came && [left.tags, came.tags];
    });
    expect(told).toEqual([tags, tags]);
    const { tags: ofAnswer, ...mail } = (await ask("GET", `/v1/inbox/messages/${answer.id}`)).body;
    expect(ofAnswer).toEqual(tags);
    expect(JSON.stringify(mail)).not.toContain("🌷");
  });

  it("names every bad field of a query", async () => {
    expect(fieldsOf(await ask("GET", "/v1/logs?replied=yes&bounced=1&kind=bulk&thread_id=x&metadata[a.b]=1"))).toEqual([
      "thread_id",
      "kind",
      "replied",
      "bounced",
      "metadata.a.b",
    ]);
  });
});

describe("q", () => {
  it("finds messages and conversations by their words, and refuses what has none", async () => {
    await send(anEmail({ to: "reply.search@sandbox.test", subject: "Crème brûlée for the zeppelin" }));
    const found = await until(async () => {
      await ask("GET", "/v1/inbox/messages?fresh=true");
      const { body } = await ask("GET", "/v1/inbox/messages?q=BRULEE%20zeppelin");
      return body.messages[0];
    });

    expect(found.subject).toContain("zeppelin");
    const threads = (await ask("GET", "/v1/inbox/threads?q=zeppelin&unread=true")).body.threads;
    expect(threads.map(({ id }: { id: string }) => id)).toEqual([found.thread_id]);
    expect((await ask("GET", "/v1/inbox/messages?q=zeppelin%20submarine")).body.messages).toEqual([]);
    for (const path of ["messages", "threads"])
      for (const q of ["", "a", "!!", "x".repeat(201)])
        expect(fieldsOf(await ask("GET", `/v1/inbox/${path}?q=${encodeURIComponent(q)}`)), q).toEqual(["q"]);
  });
});

describe("a batch with dry_run", () => {
  it("answers as the batch would, and stores, charges and keeps nothing, not even its Idempotency-Key", async () => {
    const emails = [anEmail({ metadata: { campaign: "dry" } }), { to: 5 }, later({ metadata: { campaign: "dry" } })];
    const [before, logged] = [await balance(), await idsOf("limit=200")];
    const key = { "idempotency-key": "dry" };
    const shown = (results: object[]) => results.map((result) => ({ ...result, id: "", eta: undefined }));

    const tried = await ask("POST", "/v1/send/batch", { emails, dry_run: true }, key);

    expect(tried.body.estimate).toEqual({ credits: 2, balance: before, is_covered: true, last_leaves_at: expect.stringMatching(/^20/) });
    expect([await balance(), await idsOf("limit=200")]).toEqual([before, logged]);
    const real = await ask("POST", "/v1/send/batch", { emails, dry_run: false }, key);
    expect([real.status, real.headers.get("idempotent-replayed"), real.body.estimate]).toEqual([200, null, undefined]);
    expect(shown(tried.body.results)).toEqual(shown(real.body.results));
    expect(real.body.results.map(({ eta }: { eta?: string }) => eta)).toEqual([undefined, undefined, undefined]);
    expect((await ask("POST", "/v1/send/batch", { emails, dry_run: true }, key)).status).toBe(200);
    expect((await ask("POST", "/v1/send/batch", { emails, dry_run: false }, key)).headers.get("idempotent-replayed")).toBe("true");
    expect(fieldsOf(await ask("POST", "/v1/send/batch", { emails, dry_run: "yes" }))).toEqual(["dry_run"]);
  });

  it("tells when each email would leave: a follow-up its time after the one before it, the last as in the estimate, none that is refused", async () => {
    const emails = [anEmail(), { to: 5 }, { follows: 0, body_text: "Well?", scheduled_after: "P3D" }];

    const { results, estimate } = (await ask("POST", "/v1/send/batch", { emails, dry_run: true })).body;

    const etas: (string | undefined)[] = results.map(({ eta }: { eta?: string }) => eta);
    expect([etas[1], etas[2]]).toEqual([undefined, estimate.last_leaves_at]);
    expect(Math.abs(Date.parse(etas[0]!) - Date.now())).toBeLessThan(60_000);
    const days = (Date.parse(etas[2]!) - Date.parse(etas[0]!)) / 86_400_000;
    expect(Math.abs(days - 3)).toBeLessThan(0.01);
  });
});

const linked = (answer: Answer): string | undefined => /^<(.*)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
const rowsOf = ({ body }: Answer): { id: string }[] =>
  Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) as { id: string }[]);
/** All of a list, page by page as its answers lead. */
const walked = async (path: string, between: () => Promise<unknown> = async () => {}): Promise<string[]> => {
  const seen: string[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const answer = await ask("GET", next);
    expect(answer.status, next).toBe(200);
    const cursor = linked(answer) && new URL(linked(answer)!, target.url).searchParams.get("cursor");
    if (!Array.isArray(answer.body)) expect(answer.body.next_cursor).toBe(cursor);
    seen.push(...rowsOf(answer).map(({ id }) => id));
    next = linked(answer);
    await between();
  }
  return seen;
};

describe("pages by cursor", () => {
  beforeAll(async () => {
    await batch(["a", "b"].map((who) => anEmail({ to: `reply.${who}@sandbox.test` })));
    await until(async () => {
      await ask("GET", "/v1/inbox/messages?fresh=true");
      const { body } = await ask("GET", "/v1/inbox/threads");
      return body.threads.length >= 3 ? body : undefined;
    });
    await ask("POST", "/v1/suppressions", { emails: ["a@x.example", "b@x.example", "c@x.example"] });
    for (const low_balance of [1, 2, 3]) await ask("PATCH", "/v1/account", { low_balance, connect_redirect_uris: [REDIRECT_URI] });
    for (const email of ["a@x.example", "b@x.example", "c@x.example"])
      await ask("POST", "/v1/connect-links", { redirect_uri: REDIRECT_URI, email });
  });

  beforeAll(async () => {
    for (const name of ["one", "two", "three"])
      await ask("POST", "/v1/sequences", { name, mailbox_id: anEmail().mailbox_id, steps: [{ subject: "Hi", body_text: "Hi" }] });
  });

  // A day is one row of the metrics, and an account has few mailboxes: their own tests have pages of them.
  const ownPages: ReadonlySet<string> = new Set(["metrics/get", "mailboxes/list"]);
  const lists = operations.filter(({ id, query }) => query !== undefined && "cursor" in query.def.shape && !ownPages.has(id));

  /** Where the lists within another record have rows. */
  const placeOf: Readonly<Record<string, () => Promise<string>>> = {
    "/v1/webhooks/{id}/deliveries": async () => {
      const { id } = (await ask("POST", "/v1/webhooks", { url: "https://127.0.0.1/events" })).body;
      await ask("POST", `/v1/webhooks/${id}/replay`, { since: "2026-11-21T09:00:00Z" });
      return id;
    },
    "/v1/sequences/{id}/recipients": async () => {
      const { id } = (await ask("GET", "/v1/sequences?limit=1")).body.sequences[0];
      const recipients = ["one", "two", "three"].map((name) => ({ to: `${name}@peer.test` }));
      expect((await ask("POST", `/v1/sequences/${id}/recipients`, { recipients })).body.total).toBe(3);
      return id;
    },
    "/v1/inbox/threads/{id}/notes": async () => {
      const { id } = (await ask("GET", "/v1/inbox/threads?limit=1")).body.threads[0];
      for (const text of ["one", "two", "three"]) await ask("POST", `/v1/inbox/threads/${id}/notes`, { text });
      return id;
    },
  };

  it.each(lists.map(({ path }) => path))("give what pages by offset give: %s", async (route) => {
    const id = await (placeOf[route] ?? (async () => ""))();
    const path = route.replace("{id}", id);
    const byOffset = async () => rowsOf(await ask("GET", `${path}?limit=200`)).map((row) => row.id);
    // Answers to what this suite sent still come in: what counts is a walk during which the list did not grow.
    const { all, seen } = await until(async () => {
      const [before, seen, all] = [await byOffset(), await walked(`${path}?limit=2`), await byOffset()];
      return before.length === all.length ? { all, seen } : undefined;
    });

    expect(all.length, path).toBeGreaterThan(2);
    expect(seen).toEqual(all);
    expect(linked(await ask("GET", `${path}?limit=200`))).toBeUndefined();
  });

  it("miss and repeat nothing while emails come in above", async () => {
    const before = await idsOf("limit=200");

    const seen = await walked("/v1/logs?limit=3", () => send(later()));

    expect(seen).toEqual(before);
  });

  it("keep the other fields of the query, but pull mail no second time", async () => {
    const link = linked(await ask("GET", "/v1/inbox/messages?kind=reply&limit=1&offset=0&fresh=true"));

    expect(link).toMatch(/^\/v1\/inbox\/messages\?kind=reply&limit=1&cursor=[\w-]+$/);
  });

  it.each(["x", "MTIz", "", Buffer.from("1.0123456789abcdef0123456").toString("base64url"), "é"])(
    "refuse a cursor of no list: %s",
    async (cursor) => {
      for (const { path } of lists)
        expect(fieldsOf(await ask("GET", `${path.replace("{id}", ABSENT)}?cursor=${encodeURIComponent(cursor)}`))).toEqual(["cursor"]);
    },
  );

  it("refuse a cursor with an offset", async () => {
    const link = linked(await ask("GET", "/v1/logs?limit=1")) ?? "";

    expect(fieldsOf(await ask("GET", `${link}&offset=1`))).toEqual(["cursor"]);
  });
});

describe("POST /v1/send/cancel", () => {
  const cancel = (body: object) => ask("POST", "/v1/send/cancel", body);

  it("tells of each id what became of it, the same again, and cancels the follow-ups too", async () => {
    const [sent, waiting] = [await send(anEmail()), await send(later())];
    const follows = await followUp(waiting.body.id, { body_text: "And?" });
    await reaching(sent.body.id, "sent");
    const results = [
      { id: sent.body.id, status: "sent", error: "the send is sent", type: "conflict" },
      { id: waiting.body.id, status: "cancelled", error: "" },
      { id: ABSENT, status: "", error: "Send not found", type: "not_found" },
    ];

    const answers = [await cancel({ ids: results.map(({ id }) => id) }), await cancel({ ids: results.map(({ id }) => id.toUpperCase()) })];

    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { results, remaining: 0 }],
      [200, { results, remaining: 0 }],
    ]);
    expect(await record(follows.body.id)).toMatchObject({ status: "cancelled", cancel_reason: "original" });
    const told = (await ask("GET", "/v1/events?type=send.cancelled")).body.events.map(({ data }: { data: { id: string } }) => data.id);
    expect(told.toSorted(byText)).toEqual([waiting.body.id, follows.body.id].toSorted(byText));
  });

  it("cancels by metadata what waits, and nothing else", async () => {
    const metadata = { campaign: "stop" };
    const { body } = await batch([later({ metadata }), later({ metadata }), later({ metadata: { campaign: "go" } })]);
    const ids = body.results.map(({ id }: { id: string }) => id);

    const steps = [await cancel({ metadata }), await cancel({ metadata })];

    expect(steps.map(({ body: told }) => [told.results.map(({ id }: { id: string }) => id).toSorted(byText), told.remaining])).toEqual([
      [ids.slice(0, 2).toSorted(byText), 0],
      [[], 0],
    ]);
    expect(await idsOf("metadata[campaign]=stop&status=scheduled")).toEqual([]);
    expect(await record(ids[2])).toMatchObject({ status: "scheduled" });
  });

  it.each([
    [{}, ["ids"]],
    [{ ids: [ABSENT], metadata: { a: "b" } }, ["ids"]],
    [{ ids: [] }, ["ids"]],
    [{ ids: Array.from({ length: 1001 }, () => ABSENT) }, ["ids"]],
    [{ ids: ["x", ABSENT, 7] }, ["ids.0", "ids.2"]],
    [{ metadata: {} }, ["metadata"]],
    [{ metadata: { "a.b": "c" } }, ["metadata.a.b"]],
    [{ metadata: "campaign" }, ["metadata"]],
  ])("refuses what names nothing, or both: %j", async (body, fields) => {
    const answer = await cancel(body);

    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields]);
  });
});
