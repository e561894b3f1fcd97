// The README's tour, as a newcomer would run it: on other ports and in another folder than its text assumes.
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { guides as everyGuide } from "#shared/docs/contract.ts";

const data = mkdtempSync(join(tmpdir(), "tour-"));
const system = spawn(process.execPath, ["infra/local/start.ts", "--port", "0", "--data", data, "--json"], {
  stdio: ["ignore", "pipe", "ignore"],
});
afterAll(async () => {
  system.kill("SIGTERM");
  await new Promise((done) => system.once("exit", done));
  rmSync(data, { recursive: true, force: true });
});

const tour = /<!-- tour:.*-->\n```sh\n([\s\S]*?)```\n<!-- \/tour -->/.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";

/** Every block of shell of the guides, as whoever pastes one after the other runs them. */
const guides = [
  ...everyGuide
    .map(({ file }) => readFileSync(file, "utf8"))
    .join("\n")
    .matchAll(/```sh\n([\s\S]*?)```/g),
]
  .map(([, block]) => block)
  .join("\n");

const isReady = (async () => {
  for await (const line of createInterface({ input: system.stdout })) if (line.startsWith("{")) return;
})();
/** The answers that a shell script prints, one JSON a line. */
const answersOf = async (script: string, env: NodeJS.ProcessEnv): Promise<unknown[]> => {
  await isReady;
  const { stdout } = await promisify(execFile)("bash", ["-euc", script], { cwd: dirname(data), env: { ...process.env, ...env } });
  return stdout.split("\n").flatMap((line) => (/^[{[]/.test(line) ? [JSON.parse(line) as unknown] : []));
};

it("works from any port and folder: sends, receives the reply, answers it and shows the conversation", async () => {
  const parsed = (await answersOf(tour, { DATA: basename(data) })).filter((answer) => !Array.isArray(answer));

  expect(parsed).toMatchObject([
    { type: "smtp", status: "active" },
    { to_email: "reply.jane@sandbox.test", status: "sent" },
    { messages: [{ kind: "reply" }], sync: [{ error: "" }] },
    { to: "reply.jane@sandbox.test", subject: "Re: Lunch?" },
    { thread: { subject: "Lunch?" }, messages: [{ direction: "outbound" }, { direction: "inbound" }, { direction: "outbound" }] },
    {
      code: 400,
      details: expect.arrayContaining([expect.objectContaining({ field: "subjet" }), expect.objectContaining({ field: "headers.Bcc" })]),
    },
  ]);
}, 120_000);

it("runs what the guides show as it is pasted, with the key and the ports of this system", async () => {
  await isReady;
  const read = (name: string) => JSON.parse(readFileSync(join(data, `${name}.json`), "utf8")) as Record<string, string>;
  const [{ url: URL }, { api_key: KEY }, { smtps: SMTP, imaps: IMAP }] = [read("system"), read("account"), read("sandbox")];
  const script = guides.replaceAll("sales@sandbox.test", "guides@sandbox.test");

  expect(await answersOf(script, { URL, KEY, SMTP: String(SMTP), IMAP: String(IMAP) })).toMatchObject([
    { status: "sent", metadata: { campaign: "spring" } },
    { messages: expect.any(Array), sync: expect.any(Array) },
    { results: [{ error: "" }, { error: "" }, { error: "" }] },
    { timezone: "Europe/Berlin", emails: expect.any(Number), days: expect.any(Array) },
    { results: [{ to: "ann@sandbox.test" }, { error: "" }, { to: "ben@sandbox.test" }, { error: "" }] },
    { name: "team", mailbox_ids: [expect.any(String), expect.any(String)] },
    { results: [{ chosen_because: expect.any(String), error: "" }, { error: "" }], estimate: { credits: 2 } },
    { max_contacts: { per: "domain", count: 1 } },
    { connect_name: "Demo" },
    { results: [{ error: "" }, { error: "" }], total: 2 },
    { recipients: [{ email: expect.any(String) }, { email: expect.any(String) }] },
    [{ metadata: { campaign: "spring" } }],
    { messages: expect.any(Array) },
    { results: expect.any(Array), remaining: 0 },
    { name: "agent", scopes: ["draft", "read"] },
    { to: "jane@sandbox.test", subject: "An offer", status: "scheduled" },
    { to: "", subject: "", status: "scheduled" },
    { to: "reply.jane@sandbox.test", subject: "The offer" },
    { name: "Anna", role: "member" },
    { subject: "Good morning", status: "scheduled" },
    { status: "cancelled" },
    { settled: true },
    [{ status: "sent" }, { status: "sent" }, { status: "sent" }],
    { to: "bounce.joe@sandbox.test" },
    { messages: [{ kind: "bounce" }] },
    [{ subject: "Hello", bounces: [{ email: "bounce.joe@sandbox.test" }] }],
    { suppressions: expect.any(Array) },
    { suppressions: expect.any(Array) },
    { to: "reply-after-2d.jane@example.com", subject: "Hello" },
    { settled: true },
    { messages: [{ kind: "reply", subject: "Re: Hello" }] },
    { arrives_at: expect.any(String) },
    { settled: true },
    { messages: [{ kind: "inbound", subject: "A question" }] },
    { attention: expect.any(Array), more: [] },
    { metrics: expect.any(Array), totals: { bounced_hard: 1 }, caught_up: true },
    { connect_name: "Acme CRM" },
    { status: "open", email: "jane@sandbox.test" },
    { connect_links: expect.any(Array) },
    { name: "newsletter", scopes: ["send"] },
    { to: "kim@sandbox.test" },
    [{ metadata: { customer: "42" } }],
    { email: "guides@sandbox.test", tenant: "42" },
    { messages: expect.any(Array) },
    { name: "customer 42", tenant: "42" },
  ]);
}, 120_000);

const firstGuide = /```sh\n([\s\S]*?)```/.exec(readFileSync("shared/docs/guides/first-email.md", "utf8"))?.[1] ?? "";

it("runs after the first guide and before it, twice, in one shell and with an absolute folder", async () => {
  const answers = await answersOf([tour, firstGuide, tour, firstGuide].join("\n"), { DATA: data });
  const refused = answers.filter((answer) => typeof (answer as { code?: unknown }).code === "number");

  // The tour's last request is wrong on purpose.
  expect(refused.map((one) => (one as { code: number }).code)).toEqual([400, 400]);
  expect(answers.filter((answer) => (answer as { status?: string }).status === "sent")).toHaveLength(4);
}, 180_000);
