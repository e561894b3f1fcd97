// Plays the command line as it is installed, with Node.js 20, against the local system: sends, waits for the answer, looks at it, listens.
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mailboxAt } from "../support/client.ts";
import type { Target } from "../support/target.ts";
import { createClient } from "../../shared/client/index.ts";

type Row = Readonly<Record<string, unknown>>;

/** Runs the installed program; answers its rows and its exit code. One that does not end by itself is stopped when it has said enough. */
const runs = (
  node: string,
  program: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  enough?: (rows: readonly Row[]) => boolean,
) => {
  const { promise, resolve } = Promise.withResolvers<{ readonly code: number | null; readonly rows: readonly Row[] }>();
  const child = spawn(node, [program, ...args], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] });
  const limit = setTimeout(() => child.kill("SIGKILL"), 60_000);
  let text = "";
  const rows = () =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Row);
  child.stdout.on("data", (bytes: Buffer) => {
    text += bytes.toString();
    if (enough?.(rows())) child.kill("SIGTERM");
  });
  child.on("close", (code) => (clearTimeout(limit), resolve({ code, rows: rows() })));
  return promise;
};

/** True when each command does what its help says. */
export const commandLineWorks = async (target: Target, node: string, program: string): Promise<boolean> => {
  const client = createClient({ baseUrl: target.url, apiKey: target.key });
  const mailbox = await client.mailboxes.connect(
    mailboxAt(target.mail, "cli@sandbox.test") as Parameters<typeof client.mailboxes.connect>[0],
  );
  const state = join(mkdtempSync(join(tmpdir(), "cli-")), "state.json");
  const env = { EMAIL_SERVICE_URL: target.url, EMAIL_SERVICE_KEY: target.key };
  const command = (args: readonly string[], enough?: (rows: readonly Row[]) => boolean) => runs(node, program, env, args, enough);
  const answered = (rows: readonly Row[]) => rows.some(({ type }) => type === "message.received");
  const listening = command(["listen", "--state", state, "--tag", "from-the-cli"], answered);
  const email = [
    "--from",
    "cli@sandbox.test",
    "--to",
    "reply.cli@sandbox.test",
    "--subject",
    "Hello",
    "--text",
    "Lunch?",
    "--tag",
    "from-the-cli",
  ];
  const sent = await command(["send", ...email, "--wait"]);
  let inbox = await command(["inbox", "--fresh", "--mailbox", mailbox.id]);
  for (let tries = 0; tries < 20 && inbox.rows.length === 0; tries += 1)
    inbox = await command(["inbox", "--fresh", "--mailbox", mailbox.id]);
  const thread = await command(["thread", String(inbox.rows[0]?.["thread_id"])]);
  const tail = await command(["tail"]);
  const heard = await listening;
  const refused = await command(["thread", "nothing"]);
  const found = { sent: sent.code, inbox: inbox.rows.length, thread: thread.rows.length, listened: heard.code, refused: refused.code };
  console.log(
    "command line",
    found,
    heard.rows.map(({ type }) => type),
  );
  const inLog = tail.rows.some(({ id }) => id === sent.rows[0]?.["id"]);
  return sent.code === 0 && thread.rows.length === 2 && inLog && answered(heard.rows) && heard.code === 0 && refused.code === 1;
};
