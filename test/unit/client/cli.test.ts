import { describe, expect, it } from "vitest";
import { createClient } from "#shared/client/index.ts";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { commandLine, event, feed, freshFile, type Got, webServer } from "./cli-world.ts";

describe("usage", () => {
  it.each([
    [[], 0, "email-service COMMAND"],
    [["--help"], 0, "EMAIL_SERVICE_KEY"],
    [["listen", "--help"], 0, "--forward-to"],
  ])("%j shows help", async (args, code, expected) => {
    const result = await commandLine(args);
    expect(result.code).toBe(code);
    expect(result.out).toContain(expected);
  });

  it.each([
    [["nothing"], "There is no command nothing"],
    [["__proto__"], "There is no command"],
    [["inbox", "--kinds", "x"], "--kinds"],
    [["inbox", "--kind", "x"], "--kind is one of reply"],
    [["thread"], "email-service thread ID"],
    [["send", "--to", "a@b.c"], "--subject"],
    [["listen", "--forward-to", "localhost:3000"], "http://localhost:3000/hook"],
  ])("%j is exit code 2 and says what to write", async (args, expected) => {
    const result = await commandLine(args);
    expect(result).toMatchObject({ code: 2, out: "" });
    expect(result.err).toContain(expected);
  });

  it("without address or key says which variables are needed", async () => {
    const result = await commandLine(["inbox"], { key: "" });
    expect(result).toMatchObject({ code: 2 });
    expect(result.err).toContain("EMAIL_SERVICE_KEY");
  });
});

describe("exit codes", () => {
  it("1 when the service refuses, with the bad fields", async () => {
    const details = [{ field: "kind", message: "is wrong" }];
    const { url } = await webServer(() => ({ status: 400, json: { message: "The request is invalid", type: "invalid_fields", details } }));
    expect(await commandLine(["inbox"], { url })).toMatchObject({ code: 1, err: "400 The request is invalid: kind is wrong\n" });
  });

  it("3 when it cannot be reached", async () => {
    expect(await commandLine(["inbox"], { url: "http://127.0.0.1:9" })).toMatchObject({ code: 3, out: "" });
  }, 30_000);
});

describe("what strangers wrote", () => {
  const messages = [
    {
      id: "m1",
      thread_id: "t1",
      kind: "reply",
      received_at: "2026-11-23T09:00:00.000Z",
      from: { name: "", email: "jane@example.com" },
      subject: "\u001b[2JHello\u202e\r\n\u0007",
      snippet: "first\nsecond",
    },
  ];
  const service = () => webServer(() => ({ json: { messages, limit: 20, offset: 0 } }));

  it("steers no terminal", async () => {
    const { url } = await service();
    const { out } = await commandLine(["inbox"], { url, screen: true });
    expect(out).toContain("Hello | first second");
    expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(out.split("\n")).toHaveLength(3);
  });

  it("is whole in a pipe, as one JSON line each", async () => {
    const { url } = await service();
    const { out } = await commandLine(["inbox"], { url });
    expect(JSON.parse(out)).toEqual(messages[0]);
  });
});

describe("send", () => {
  const mailboxes = [
    { id: "b1", email: "sales@example.com", status: "active" },
    { id: "b2", email: "help@example.com", status: "active" },
    { id: "b0", email: "help@example.com", status: "disconnected" },
  ];
  const service = (status = "sent") =>
    webServer(({ method, url }) => {
      if (url === "/v1/mailboxes") return { json: mailboxes };
      return {
        json: { id: "s1", status: method === "POST" ? "queued" : status, last_error: status === "failed" ? "550 no such user" : "" },
      };
    });
  const base = ["send", "--to", "jane@example.com", "--subject", "Hello"];
  const posted = (got: readonly Got[]) => JSON.parse(got.find(({ method }) => method === "POST")?.body ?? "{}") as object;

  it("takes the mailbox by its address, the text from standard input, files and tags", async () => {
    const { url, got } = await service();
    const file = freshFile();
    writeFileSync(file, "data");
    const args = [...base, "--from", "help@example.com", "--text", "-", "--attach", file, "--tag", "a", "--tag", "b", "--key", "k1"];
    expect(await commandLine(args, { url, input: "Hi\n" })).toMatchObject({
      code: 0,
      out: '{"id":"s1","status":"queued","last_error":""}\n',
    });
    const attachments = [{ name: "state.json", type: "application/octet-stream", content: "ZGF0YQ==" }];
    expect(posted(got)).toEqual({
      mailbox_id: "b2",
      to: "jane@example.com",
      subject: "Hello",
      body_text: "Hi\n",
      tags: ["a", "b"],
      attachments,
    });
    expect(got.at(-1)?.headers["idempotency-key"]).toBe("k1");
  });

  it("asks which mailbox where there are several", async () => {
    const { url, got } = await service();
    expect(await commandLine([...base, "--text", "x"], { url })).toMatchObject({
      code: 2,
      err: expect.stringContaining("sales@example.com, help@example.com"),
    });
    expect(got.some(({ method }) => method === "POST")).toBe(false);
  });

  it("waits for the end, and is exit code 1 when the email failed", async () => {
    const [sent, failed] = [await service(), await service("failed")];
    const args = [...base, "--from", "b1", "--text", "x", "--wait"];
    expect(await commandLine(args, { url: sent.url })).toMatchObject({ code: 0 });
    expect(await commandLine(args, { url: failed.url })).toMatchObject({ code: 1, out: expect.stringContaining("550 no such user") });
  });
});

describe("tail", () => {
  it("shows each change once, oldest first", async () => {
    let asked = 0;
    const row = (id: string, status: string) => ({
      id,
      status,
      created_at: "2026-11-23T09:00:00.000Z",
      to_email: "a@b.c",
      subject: "S",
      last_error: "",
      waiting_for: "",
    });
    const { url } = await webServer(() => ({
      json: (asked += 1) === 1 ? [row("s2", "queued"), row("s1", "sent")] : [row("s2", "sent"), row("s1", "sent")],
    }));
    const { out } = await commandLine(["tail", "-f"], { url, endAfter: 3 });
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as object),
    ).toMatchObject([
      { id: "s1", status: "sent" },
      { id: "s2", status: "queued" },
      { id: "s2", status: "sent" },
    ]);
  });
});

describe("listen", () => {
  it("begins with what happens now, goes on where it stopped, and keeps its place for the user alone", async () => {
    const events = [event(1), event(2)];
    const { url } = await feed(events);
    const state = freshFile();
    setTimeout(() => events.push(event(3)), 200);
    const first = await commandLine(["listen", "--state", state], { url, endAfter: 1 });
    expect(JSON.parse(first.out)).toMatchObject({ id: "e3" });
    events.push(event(4), event(5));
    const second = await commandLine(["listen", "--state", state], { url, endAfter: 2 });
    expect(
      second.out
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { id: string }).id),
    ).toEqual(["e4", "e5"]);
    expect(statSync(state).mode & 0o077).toBe(0);
  });

  it("goes on with a bound key, whose places are texts, from a number of an earlier version too", async () => {
    const place = (n: number) => `179572684378800000${n}0`;
    const asked: (string | null)[] = [];
    const { url } = await webServer(({ url: one }) => {
      const query = new URL(one, "http://x").searchParams;
      if (query.has("type")) return { json: { events: [], next_cursor: place(5), has_more: false } };
      const after = query.get("after");
      asked.push(after);
      const events = after === place(4) ? [] : [{ ...event(4), sequence: place(4) }];
      return { json: { events, next_cursor: place(4), has_more: false } };
    });
    const state = freshFile();
    writeFileSync(state, JSON.stringify({ cursor: "17" }));
    const program = await webServer(() => ({ status: 204 }));
    const args = ["listen", "--state", state, "--forward-to", `${program.url}/hook`];
    await commandLine(args, { url, endAfterMs: 1_500 });
    expect(JSON.parse(readFileSync(state, "utf8"))).toEqual({ cursor: place(4) });
    await commandLine(args, { url, endAfterMs: 300 });
    expect([asked[0], asked.at(-1), program.got.length]).toEqual(["17", place(4), 1]);
  });

  it("shows only the types and tags that were asked for", async () => {
    const { url } = await feed([event(1), event(2, "send.bounced"), event(3, "send.bounced", { tags: [] })]);
    const state = freshFile();
    writeFileSync(state, JSON.stringify({ cursor: "0" }));
    const { out } = await commandLine(["listen", "--state", state, "--type", "send.bounced", "--tag", "vip"], { url, endAfter: 1 });
    expect(JSON.parse(out)).toMatchObject({ id: "e2" });
  });

  it("asks for a tenant's events alone", async () => {
    const { url, got } = await feed([event(1)]);
    const state = freshFile();
    writeFileSync(state, JSON.stringify({ cursor: "0" }));
    await commandLine(["listen", "--state", state, "--tenant", "acme"], { url, endAfter: 1 });
    expect(
      got
        .map((one) => new URL(one.url, url).searchParams)
        .find((query) => query.has("tenant"))
        ?.get("tenant"),
    ).toBe("acme");
  });

  it.each([
    ["tail", "/v1/logs"],
    ["inbox", "/v1/inbox/messages"],
  ])("%s asks for a tenant's and a tag's alone", async (command, path) => {
    const { url, got } = await webServer(({ url: asked }) => ({ json: asked.startsWith("/v1/logs") ? [] : { messages: [] } }));
    expect(await commandLine([command, "--tenant", "acme", "--tag", "spring"], { url })).toMatchObject({ code: 0 });
    const { pathname, searchParams } = new URL(got[0]!.url, url);
    expect([pathname, searchParams.get("tenant"), searchParams.get("tag")]).toEqual([path, "acme", "spring"]);
  });

  const forwarded = async (answers: readonly number[], lines: number) => {
    const { url } = await feed([event(1), event(2)]);
    const state = freshFile();
    const secret = `whsec_${Buffer.from("a secret of the test").toString("base64")}`;
    writeFileSync(state, JSON.stringify({ cursor: "0" }));
    const program = await webServer(() => ({ status: answers[program.got.length - 1] ?? 204 }));
    const result = await commandLine(["listen", "--state", state, "--secret", secret, "--forward-to", `${program.url}/hook`], {
      url,
      endAfter: lines,
    });
    return { ...result, got: program.got, secret, cursor: (JSON.parse(readFileSync(state, "utf8")) as { cursor: string }).cursor };
  };

  it("posts each event signed like a webhook", async () => {
    const { got, secret, err } = await forwarded([], 3);
    expect(err).toContain(secret);
    const { webhooks } = createClient({ baseUrl: "http://x" });
    for (const { headers, body } of got) await webhooks.verify(headers, body, secret);
    expect(got.map(({ url, headers }) => [url, headers["webhook-id"]])).toContainEqual(["/hook", "e1"]);
  });

  it("repeats what the program refuses, leaves it after three tries, and says so", async () => {
    const { got, err } = await forwarded([500, 503, 500, 500], 7);
    expect(got.slice(0, 4).map(({ headers }) => headers["webhook-id"])).toEqual(["e1", "e1", "e1", "e2"]);
    expect(err.match(/answered 50[03]/g)).toHaveLength(4);
  }, 15_000);

  it("keeps an event for a program that does not run", async () => {
    const { url } = await feed([event(1)]);
    const state = freshFile();
    writeFileSync(state, JSON.stringify({ cursor: "0" }));
    const { err } = await commandLine(["listen", "--state", state, "--forward-to", "http://127.0.0.1:9/hook"], { url, endAfter: 3 });
    expect(err).toContain("cannot be reached; waiting");
    expect(JSON.parse(readFileSync(state, "utf8"))).toMatchObject({ cursor: "0" });
  });

  it("says that events are gone, and goes on with the oldest that is kept", async () => {
    const { url } = await webServer(({ url: asked }) =>
      asked.includes("after=5")
        ? { status: 410, json: { type: "gone", message: "Gone" } }
        : { json: { events: asked.includes("after=") ? [] : [event(90)], next_cursor: "90", has_more: false } },
    );
    const state = freshFile();
    writeFileSync(state, JSON.stringify({ cursor: "5" }));
    const { out, err } = await commandLine(["listen", "--state", state], { url, endAfter: 2 });
    expect(err).toContain("older than 30 days");
    expect(JSON.parse(out)).toMatchObject({ id: "e90" });
  });

  it("ends with exit code 1 when the key is wrong", async () => {
    const { url } = await webServer(() => ({ status: 401, json: { type: "unauthorized", message: "No" } }));
    expect(await commandLine(["listen", "--state", freshFile()], { url })).toMatchObject({ code: 1 });
  });
});
