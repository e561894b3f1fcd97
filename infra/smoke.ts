// `SMOKE_KEY=KEY npm run smoke -- URL [--quick | --mail]`: checks step by step that a stage answers and works; otherwise exits with 1 and prints one sentence.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { StartFailure } from "./local/terminal.ts";

/** The time limit of a step, ms. */
export const STEP_MS = 10_000;
/** How long the smoke test waits for received mail, ms: a poll every two minutes, and the wait for a pull worker. */
export const MAIL_WITHIN_MS = 300_000;
const MAIL_ASKED_MS = 5_000;
/** Far enough ahead for somebody to notice, should the email not be cancelled, ms. */
const LATER_MS = 30 * 86_400_000;

// oxlint-disable-next-line typescript/no-explicit-any -- a client of the API that looks at whatever comes
type Json = any;

/** The stage's URL, the key, the time limit of a step, and the output for lines. */
export interface Smoke {
  readonly url: string;
  readonly key: string;
  /** True to only read: this costs nothing and needs no mailbox. */
  readonly quick: boolean;
  /** Milliseconds within which an email to the mailbox itself must leave, and its inbox be read after that; absent: none is sent. */
  readonly mailWithinMs?: number;
  readonly stepMs: number;
  readonly print: (line: string) => void;
}

interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** The longest text of a server that is printed, characters. */
const LONGEST = 300;

/** An object or a list; undefined for anything else. */
const jsonOf = (text: string): Json => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
};

/** Why no answer came: fetch hides the cause in `error.cause`. */
const causeOf = (error: unknown, stepMs: number): string => {
  const { name, cause, message } = error as Error & { cause?: Error & { code?: string } };
  if (name === "TimeoutError") return `gave no answer within ${stepMs / 1000} s`;
  return `cannot be reached: ${cause?.code ?? cause?.message ?? message}`;
};

const hintOf = ({ status, body }: Answer): string => {
  if (body?.type === undefined) return "This is no answer of the service's: is the URL right?";
  if (status === 401) return "Is the key right, and not revoked?";
  if (status === 403) return "The full run needs a key with the scopes send, read and admin; with a key for reading add --quick.";
  return "";
};

/** Makes one request within the step's limit; throws StartFailure unless the answer has `status` and is JSON. */
const request = async ({ url, key, stepMs }: Smoke, method: string, path: string, body?: unknown, status = 200): Promise<Json> => {
  const headers = { "x-api-key": key, ...(body !== undefined && { "content-type": "application/json" }) };
  const init = { method, headers, redirect: "manual" as const, ...(body !== undefined && { body: JSON.stringify(body) }) };
  let answer: Answer;
  try {
    const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(stepMs) });
    answer = { status: response.status, body: jsonOf(await response.text()) };
  } catch (error) {
    throw new StartFailure(`${method} ${path} ${causeOf(error, stepMs)}.`);
  }
  if (answer.status === status && (status === 204 || answer.body !== undefined)) return answer.body;
  const { details, message = "no JSON" } = answer.body ?? {};
  const said = details === undefined ? String(message) : `${message}: ${JSON.stringify(details)}`;
  throw new StartFailure(`${method} ${path} answered ${answer.status} (${said.slice(0, LONGEST)}). ${hintOf(answer)}`.trim());
};

const must = (isSo: boolean, otherwise: string): void => {
  if (!isSo) throw new StartFailure(otherwise);
};

/** Reads a list; another server, or one of another version, may answer 200 with something else. */
const list = async (run: Smoke, path: string): Promise<readonly Json[]> => {
  const found = await request(run, "GET", path);
  must(Array.isArray(found), `GET ${path} answered with no list.`);
  return found;
};

const readSteps = async (run: Smoke): Promise<readonly Json[]> => {
  const { info, openapi } = await request(run, "GET", "/openapi.json");
  must(typeof openapi === "string" && typeof info?.title === "string", "GET /openapi.json is no OpenAPI document: is the URL right?");
  run.print(`the service answers: ${info.title} ${info.version}`);
  const { email } = await request(run, "GET", "/v1/account");
  const { balance } = await request(run, "GET", "/v1/credits");
  must(
    typeof email === "string" && typeof balance === "number",
    "GET /v1/account or GET /v1/credits answered without an email or a balance.",
  );
  run.print(`the key is ${email}'s, with ${balance} credits`);
  const mailboxes = await list(run, "/v1/mailboxes");
  run.print(`the account has ${mailboxes.length} mailboxes`);
  await list(run, "/v1/logs?limit=1");
  const { messages } = await request(run, "GET", "/v1/inbox/messages?limit=1");
  must(Array.isArray(messages), "GET /v1/inbox/messages answered without messages.");
  run.print("sends and messages can be listed");
  return mailboxes;
};

const sendSteps = async (run: Smoke, mailboxes: readonly Json[]): Promise<void> => {
  const mailbox = mailboxes.find(({ status }) => status === "active");
  must(mailbox !== undefined, "The account has no active mailbox: connect one, or add --quick.");
  // To the mailbox itself, so that nobody else gets it should it ever leave.
  const email = { mailbox_id: mailbox.id, to: mailbox.email, subject: "Smoke test", body_text: "This is cancelled before it leaves." };
  const { results } = await request(run, "POST", "/v1/send/batch", { emails: [email], dry_run: true });
  must(results?.[0]?.error === "", `The dry run refuses an email: ${results?.[0]?.error}`);
  run.print("a dry run accepts an email; nothing is stored or charged");
  const later = { ...email, scheduled_at: new Date(Date.now() + LATER_MS).toISOString() };
  const send = await request(run, "POST", "/v1/send", later);
  const cancelled = await request(run, "POST", `/v1/send/${send.id}/cancel`, {}).catch((error: Error) => {
    throw new StartFailure(`${error.message} The send ${send.id} is still scheduled for ${later.scheduled_at}: cancel it.`);
  });
  must(cancelled.status === "cancelled", `The send ${send.id} is ${cancelled.status} after its cancellation.`);
  run.print(`the send ${send.id} was scheduled and cancelled; it cost 1 credit`);
};

/** Asks again and again until `isSo`; throws StartFailure with `otherwise` after `withinMs`. */
const until = async (withinMs: number, isSo: () => Promise<boolean>, otherwise: string): Promise<void> => {
  const end = Date.now() + withinMs;
  while (!(await isSo())) {
    must(Date.now() < end, otherwise);
    await sleep(Math.min(MAIL_ASKED_MS, withinMs / 10));
  }
};

/** An email goes through every worker of the stage: deliver sends it, probe sees that the inbox changed, and sync-mailbox reads it. */
const mailSteps = async (run: Smoke, mailboxes: readonly Json[], withinMs: number): Promise<void> => {
  const mailbox = mailboxes.find(({ status }) => status === "active");
  const email = { mailbox_id: mailbox.id, to: mailbox.email, subject: "Smoke test", body_text: "From the mailbox to itself." };
  const lastRead = async () => (await request(run, "GET", `/v1/mailboxes/${mailbox.id}`)).inbox_last_sync_at;
  const before = await lastRead();
  const { id } = await request(run, "POST", "/v1/send", email);
  const isSent = async () => (await request(run, "GET", `/v1/send/${id}/status`)).status === "sent";
  await until(withinMs, isSent, `The send ${id} did not leave within ${withinMs / 1000} s.`);
  run.print(`the send ${id} left; it cost 1 credit`);
  const isRead = async () => (await lastRead()) !== before;
  await until(withinMs, isRead, `The inbox of ${mailbox.email} was not read within ${withinMs / 1000} s of the send ${id}.`);
  run.print("the inbox was read after it");
};

/** Tests a webhook to the service itself, which refuses the post: an answer shows that webhooks can reach the Internet. */
const webhookStep = async (run: Smoke): Promise<void> => {
  const hook = { url: `${run.url}/v1/smoke-test`, types: ["webhook.disabled"], description: "Smoke test, deleted at once" };
  const { id } = await request(run, "POST", "/v1/webhooks", hook);
  try {
    const { response_status: status, response } = await request(run, "POST", `/v1/webhooks/${id}/test`, {});
    must(status === 404, `A webhook's test to ${hook.url} ended with ${status ?? response} instead of 404.`);
  } finally {
    await request(run, "DELETE", `/v1/webhooks/${id}`, undefined, 204);
  }
  run.print("a webhook was made, posted to and deleted");
};

/** A line without the key, which a foreign server may echo, and without control characters, which a terminal would obey. */
const plain = (text: string, key: string): string => text.replaceAll(key, "the key").replaceAll(/\p{Cc}/gu, " ");

/**
 * Checks a stage step by step and prints each step; at the first that fails throws StartFailure with one sentence. Nothing that it prints or throws
 * contains the key.
 */
export const smoke = async (given: Smoke): Promise<void> => {
  const { key } = given;
  const run = { ...given, print: (line: string) => given.print(plain(line, key)) };
  try {
    must(/^[!-~]+$/.test(key), "The key has a space, a line break or a letter that no key has: copy it again.");
    const mailboxes = await readSteps(run);
    if (run.quick) return;
    await sendSteps(run, mailboxes);
    await webhookStep(run);
    if (run.mailWithinMs !== undefined) await mailSteps(run, mailboxes, run.mailWithinMs);
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    throw new StartFailure(`smoke: failed: ${plain(error.message, key)}`);
  }
};

const usage =
  "usage: SMOKE_KEY=KEY npm run smoke -- URL [--quick | --mail]   (or: npm run --silent smoke -- URL KEY; npm itself prints what follows --)";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The stage's URL without a final slash; throws StartFailure for one that would show the key to others on the way. */
const stageUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  must(url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === "", usage);
  must(
    url?.protocol === "https:" || LOOPBACK.test(url?.hostname ?? ""),
    "smoke: the key would go over the network in clear text: use https.",
  );
  return text.replace(/\/+$/, "");
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { quick: { type: "boolean", default: false }, mail: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [url = "", key = process.env["SMOKE_KEY"] ?? ""] = positionals;
  must(key.trim() !== "", usage);
  const began = Date.now();
  const print = (line: string) => process.stdout.write(`smoke: ${line}\n`);
  const mail = values.mail && { mailWithinMs: MAIL_WITHIN_MS };
  await smoke({ url: stageUrl(url), key: key.trim(), quick: values.quick, ...mail, stepMs: STEP_MS, print });
  print(`ok (${Date.now() - began} ms)`);
};

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}
