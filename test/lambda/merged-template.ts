// The template that `npm run sam` writes is what runs: three of its functions, with exactly its variables, send and read mail by the local system.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { OF_LAMBDA, sampleEvent, type SamTemplate } from "#infra/sam.ts";
import { StartFailure } from "#infra/local/terminal.ts";
import { type Environment, startEnvironment } from "./environment.ts";

/** As a container sees the laptop: an address that is not its own 127.0.0.1. */
const HOST = "127.0.0.2";
const ANSWER_WITHIN_MS = 60_000;

/** Starts `npm start -- --listen` with its data in `data`; answers what it prints and how to stop it. */
const startLaptop = async (data: string) => {
  const words = ["infra/local/start.ts", "--port", "0", "--listen", HOST, "--data", data, "--json"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const stop = async () => {
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  };
  for await (const line of createInterface({ input: child.stdout })) return { ...(JSON.parse(line) as { api_key: string }), stop };
  throw new StartFailure(`lambda: the local system does not start: ${said}`);
};

/** Runs `npm run sam` as a developer does; answers the template that it wrote. */
const writeTemplate = async (cdkOut: string, stage: string, data: string): Promise<SamTemplate> => {
  const child = spawn(process.execPath, ["infra/sam.ts", "--host", HOST, "--stage", stage, "--data", data], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new StartFailure("lambda: npm run sam failed");
  return JSON.parse(readFileSync(join(cdkOut, `sam-${stage}.json`), "utf8")) as SamTemplate;
};

/** Throws for a function that `sam local` could not run: each needs its code, a text for each variable, and no layer. */
const followsSam = ({ Resources }: SamTemplate, cdkOut: string): void => {
  const wrong = Object.values(Resources).filter(({ Properties: { CodeUri, Environment, ...rest } }) => {
    const texts = Object.values(Environment.Variables).every((value) => typeof value === "string");
    return !texts || !existsSync(join(cdkOut, CodeUri, "index.mjs")) || "Layers" in rest;
  });
  const routes = Object.values(Resources).flatMap(({ Properties }) => Object.keys(Properties["Events"] ?? {}));
  if (wrong.length > 0 || routes.length < 80)
    throw new StartFailure(
      `lambda: the merged template: ${wrong.map(({ Properties }) => Properties.Description).join(", ")}; ${routes.length} routes`,
    );
};

/** A function of the template in an environment of its own, in a copy of its code away from the repository. */
const startFunction = async (
  template: SamTemplate,
  id: string,
  { cdkOut, folder, runtimeFile }: Record<"cdkOut" | "folder" | "runtimeFile", string>,
) => {
  const [logicalId, { Properties }] = Object.entries(template.Resources).find((entry) => entry[1].Properties.Description === id)!;
  const {
    CodeUri,
    Handler,
    Timeout,
    MemorySize,
    Environment: { Variables },
  } = Properties;
  const codeDir = join(folder, logicalId);
  cpSync(join(cdkOut, CodeUri), codeDir, { recursive: true });
  const fn = {
    logicalId,
    id,
    codeDir,
    handler: Handler,
    timeoutSeconds: Number(Timeout),
    memoryMb: Number(MemorySize),
    environment: Variables,
    roleArn: "",
  };
  const ofTheRuntime = {
    ...OF_LAMBDA,
    AWS_LAMBDA_FUNCTION_NAME: logicalId,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MemorySize),
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${logicalId}`,
    AWS_LAMBDA_LOG_STREAM_NAME: "local",
    LAMBDA_TASK_ROOT: codeDir,
    _HANDLER: Handler,
  };
  return startEnvironment(fn, { ...Variables, ...ofTheRuntime }, runtimeFile);
};

/** The parsed body of a function's answer; throws for another status. */
// oxlint-disable-next-line typescript/no-explicit-any -- an answer is read as loosely as a client would
const bodyOf = (answer: unknown, status: number): any => {
  const { statusCode, body } = answer as { readonly statusCode: number; readonly body: string };
  if (statusCode !== status) throw new StartFailure(`lambda: the merged template: ${statusCode} in place of ${status}: ${body}`);
  return JSON.parse(body) as unknown;
};

/** Connects a mailbox, sends from it and reads the answer, each by its function. Throws where one fails. */
export const runsMergedTemplate = async (options: {
  readonly cdkOut: string;
  readonly stage: string;
  readonly runtimeFile: string;
}): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "merged-"));
  const data = join(folder, "data");
  const laptop = await startLaptop(data);
  const started: Environment[] = [];
  try {
    const template = await writeTemplate(options.cdkOut, options.stage, data);
    followsSam(template, options.cdkOut);
    const [connects, sends, reads] = await Promise.all(
      (["mailboxes/connect", "sending/send", "inbox/list-messages"] as const).map(async (id) => {
        const environment = await startFunction(template, id, { ...options, folder });
        started.push(environment);
        return async (body: unknown, status: number) => bodyOf(await environment.invoke(sampleEvent(id, laptop.api_key, body)), status);
      }),
    );
    const { smtps, imaps } = JSON.parse(readFileSync(join(data, "sandbox.json"), "utf8")) as { smtps: number; imaps: number };
    const [smtp, imap] = [
      { smtp_host: "127.0.0.1", smtp_port: smtps, smtp_secure: "tls" },
      { imap_host: "127.0.0.1", imap_port: imaps },
    ];
    const passwords = { smtp_password: "sandbox", imap_password: "sandbox" };
    const mailbox = await connects!({ type: "smtp", email: "sam@sandbox.test", ...smtp, ...imap, ...passwords }, 201);
    const send = await sends!(
      { mailbox_id: mailbox.id, to: "reply.jane@sandbox.test", subject: "From a container", body_text: "Well?" },
      200,
    );
    for (const end = Date.now() + ANSWER_WITHIN_MS; Date.now() < end; await sleep(500)) {
      const { messages } = await reads!(undefined, 200);
      if (messages.some((message: { email_job_id?: string }) => message.email_job_id === send.id)) return;
    }
    throw new StartFailure("lambda: the merged template: the answer was not read");
  } finally {
    for (const environment of started) await environment.stop();
    await laptop.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
