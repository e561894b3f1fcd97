// The README's tour, as a newcomer would run it: on other ports and in another folder than its text assumes.
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

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

it("works from any port and folder: sends, receives the reply, answers it and shows the conversation", async () => {
  for await (const line of createInterface({ input: system.stdout })) if (line.startsWith("{")) break;

  const options = { cwd: dirname(data), env: { ...process.env, DATA: basename(data) } };
  const { stdout } = await promisify(execFile)("bash", ["-euc", tour], options);

  const answers = stdout.split("\n").filter((line) => line.startsWith("{"));
  const parsed = answers.map((answer) => JSON.parse(answer) as Record<string, unknown>);
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
