import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { createClient } from "#shared/client/index.ts";
import { commandLine, event, feed, freshFile, webServer } from "./cli-world.ts";

const mailboxes = [{ id: "b1", email: "sales@example.com", status: "active" }];
const send = ["send", "--to", "jane@example.com", "--subject", "Hello", "--text", "Hi"];
/** A service that accepts an email, which stays in a state. */
const accepting = (status: string) =>
  webServer(({ url, method }) => ({
    json: url === "/v1/mailboxes" ? mailboxes : { id: "s1", status: method === "POST" ? "queued" : status },
  }));
const ids = (out: string) =>
  out
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => (JSON.parse(line) as { id: string }).id);

it("a send that is interrupted is not exit code 0, and says that its outcome is not known", async () => {
  const { url } = await webServer(({ method }) => (method === "POST" ? { hangs: true } : { json: mailboxes }));
  const result = await commandLine(send, { url, endAfterMs: 300 });
  expect(result).toMatchObject({ code: 130, err: "Interrupted: whether the email was accepted is not known\n" });
});

it("every command ends when it is interrupted", async () => {
  const { url } = await webServer(() => ({ hangs: true }));
  for (const args of [["inbox"], ["thread", "t1"], ["tail"], send])
    expect(await commandLine(args, { url, endAfterMs: 50 })).toMatchObject({ code: 130, out: "" });
  expect(await commandLine(["listen", "--state", freshFile()], { url, endAfterMs: 50 })).toMatchObject({ code: 0 });
});

it("a send that still waits after a minute is exit code 1, and its id is printed", async () => {
  let now = 0;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 20_000));
  onTestFinished(() => clock.mockRestore());
  const { url } = await accepting("queued");
  const { code, out, err } = await commandLine([...send, "--wait"], { url });
  expect({ code, ids: ids(out), err }).toEqual({ code: 1, ids: ["s1"], err: "The send is still queued\n" });
});

it("a file that is not there is exit code 2, and named; nothing is sent", async () => {
  const { url, got } = await accepting("sent");
  for (const file of [freshFile(), dirname(freshFile())]) {
    const { code, err } = await commandLine([...send, "--attach", file], { url });
    expect({ code, named: err.includes(file) && err.includes("cannot be read") }).toEqual({ code: 2, named: true });
  }
  expect(got).toEqual([]);
});

it("an address or key that cannot be used is exit code 2, and not repeated", async () => {
  const results = [
    await commandLine(["inbox"], { url: "https://jane:secret@api.test" }),
    await commandLine(["inbox"], { key: "sk_live_1\nx" }),
    await commandLine(["listen", "--forward-to", "http://jane:secret@localhost:3000"]),
    await commandLine(["listen", "--forward-to", "http://localhost:3000", "--secret", "hunter2"]),
  ];
  for (const { code, err } of results) {
    expect(code).toBe(2);
    expect(err).not.toMatch(/jane|hunter2|sk_live_1/);
  }
});

it("JSON lines steer no terminal either, and are whole", async () => {
  const subject = "\u009b2J\u202eHello\u007f";
  const { url } = await webServer(() => ({ json: { messages: [{ id: "m1", subject }] } }));
  const { out } = await commandLine(["inbox"], { url });
  expect(out.trim()).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(JSON.parse(out)).toEqual({ id: "m1", subject });
});

it("an error of the service steers no terminal while events are read", async () => {
  let failing = false;
  const { url } = await webServer(() => {
    if (failing) return { status: 500, json: { message: "\u001b[2JNo" } };
    failing = true;
    return { json: { events: [], next_cursor: "0", has_more: false } };
  });
  const { err } = await commandLine(["listen", "--state", freshFile()], { url, endAfter: 1 });
  expect(err).toBe("500 No; trying again\n");
});

it("showing events moves no place of a run that forwards them", async () => {
  const events = [event(1)];
  const { url } = await feed(events);
  const states = dirname(freshFile());
  const program = await webServer(() => ({ status: 204 }));
  const forwarding = ["listen", "--forward-to", `${program.url}/hook`];
  await commandLine(forwarding, { url, states, endAfter: 1 });
  await commandLine(["listen"], { url, states, endAfterMs: 300 });
  events.push(event(2));
  expect(ids((await commandLine(["listen"], { url, states, endAfter: 1 })).out)).toEqual(["e2"]);
  expect(ids((await commandLine(forwarding, { url, states, endAfter: 2 })).out)).toEqual(["e2"]);
});

it("a place of a feed that began anew skips nothing", async () => {
  const { url } = await feed([event(1), event(2)]);
  const state = freshFile();
  writeFileSync(state, JSON.stringify({ cursor: "57" }));
  const { out, err } = await commandLine(["listen", "--state", state], { url, endAfter: 3 });
  expect(err).toContain("is not in this feed");
  expect(ids(out)).toEqual(["e1", "e2"]);
});

it("events are signed with one secret in all runs with a key, from which the key cannot be read", async () => {
  const { url } = await feed([event(1)]);
  const program = await webServer(() => ({ status: 204 }));
  const [state, states] = [freshFile(), dirname(freshFile())];
  writeFileSync(state, JSON.stringify({ cursor: "0" }));
  const first = await commandLine(["listen", "--state", state, "--forward-to", program.url], { url, endAfterMs: 300 });
  const second = await commandLine(["listen", "--forward-to", `${program.url}/2`], { url, states, endAfter: 1 });
  const secret = /whsec_\S+/.exec(first.err)?.[0] ?? "";
  expect(second.err).toContain(secret);
  expect(program.got).toHaveLength(1);
  const { webhooks } = createClient({ baseUrl: "http://x" });
  for (const { headers, body } of program.got) await webhooks.verify(headers, body, secret);
  const folder = `${states}/email-service`;
  const kept = readdirSync(folder).map((name) => `${name} ${readFileSync(`${folder}/${name}`, "utf8")}`);
  expect(kept.join(" ")).not.toMatch(/sk_live|whsec/);
});

it("a program that does not answer in time is left after three tries, like one that refuses", async () => {
  const limit = AbortSignal.timeout.bind(AbortSignal);
  const soon = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => limit(ms === 10_000 ? 30 : ms));
  onTestFinished(() => soon.mockRestore());
  const { url } = await feed([event(1), event(2)]);
  const program = await webServer(() => (program.got.length <= 3 ? { hangs: true } : { status: 204 }));
  const state = freshFile();
  writeFileSync(state, JSON.stringify({ cursor: "0" }));
  const { err } = await commandLine(["listen", "--state", state, "--forward-to", program.url], { url, endAfter: 6 });
  expect(err.match(/did not answer within 10 seconds/g)).toHaveLength(3);
  await vi.waitFor(() => expect(program.got.map(({ headers }) => headers["webhook-id"])).toEqual(["e1", "e1", "e1", "e2"]));
}, 15_000);

it("a state that cannot be read or written is named", async () => {
  const { url } = await feed([]);
  const file = freshFile();
  for (const wrong of ["", "null", "[]", '{"cursor":7}', '{"cursor":"x"}']) {
    writeFileSync(file, wrong);
    expect(await commandLine(["listen", "--state", file], { url })).toMatchObject({ code: 1, err: expect.stringContaining(file) });
  }
  const folder = freshFile();
  mkdirSync(folder);
  writeFileSync(`${folder}/file`, "");
  const { code, err } = await commandLine(["listen", "--state", `${folder}/file/state.json`], { url });
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("--state names another file") });
});
