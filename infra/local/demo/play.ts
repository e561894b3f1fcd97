import { StartFailure } from "../terminal.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { LocalSystem } from "../local-system.ts";

/** A JSON answer, read as loosely as a script would. */
// oxlint-disable-next-line typescript/no-explicit-any -- a client of the API that looks at whatever comes
type Json = any;

/** A client of the running API. */
export interface Api {
  get(path: string): Promise<Json>;
  /** Throws StartFailure unless the answer has this status, by default 200. */
  post(path: string, body: unknown, status?: number): Promise<Json>;
  /** Returns any answer, whatever its status. */
  attempt(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: Json }>;
}

/** A client with this API key; "" for none. It waits as told when the rate limit answers 429. */
export const connectApi = (url: string, key: string): Api => {
  const attempt: Api["attempt"] = async (method, path, body) => {
    const headers = { ...(key === "" ? {} : { "x-api-key": key }), ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const response = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (response.status === 429) {
      await new Promise((done) => setTimeout(done, Number(response.headers.get("retry-after") ?? 1) * 1000));
      return attempt(method, path, body);
    }
    return { status: response.status, body: response.status === 204 ? undefined : await response.json() };
  };
  const expecting = async (status: number, method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await attempt(method, path, body);
    if (answer.status !== status)
      throw new StartFailure(`demo: ${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return { get: (path) => expecting(200, "GET", path), post: (path, body, status = 200) => expecting(status, "POST", path, body), attempt };
};

// The demo: the main functions of the service with real protocols, every step checked.

const step = (text: string) => console.log(`\n${text}`);
const show = (text: string) => console.log(`   ${text}`);

/** Ends the demo with a one-line error when the system does something unexpected. */
const expect = (what: string, isSo: unknown): void => {
  if (!isSo) throw new StartFailure(`demo: unexpected: ${what}`);
};

const until = async <T>(what: string, look: () => Promise<T | undefined>, seconds = 15): Promise<T> => {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new StartFailure(`demo: gave up waiting for ${what}`);
    await sleep(150);
  }
};

const reaches = (api: Api, id: string, status: string) =>
  until(
    `send ${id} to be ${status}`,
    async () => {
      const send = await api.get(`/v1/send/${id}/status`);
      expect(`the send failed: ${send.last_error}`, status === "failed" || send.status !== "failed");
      return send.status === status ? send : undefined;
    },
    45,
  );

const mailboxOf = (sandbox: {
  readonly host: string;
  readonly password: string;
  readonly ports: { readonly smtps: number; readonly imaps: number };
}) => ({
  type: "smtp",
  email: "sales@sandbox.test",
  display_name: "Sam of Sales",
  smtp_host: sandbox.host,
  smtp_port: sandbox.ports.smtps,
  smtp_secure: "tls",
  smtp_password: sandbox.password,
  imap_host: sandbox.host,
  imap_port: sandbox.ports.imaps,
  imap_password: sandbox.password,
});

const batchOf = (mailboxId: string) =>
  Array.from({ length: 100 }, (_, n) => {
    const email = {
      mailbox_id: mailboxId,
      to: `customer-${n}@sandbox.test`,
      subject: `News for customer ${n}`,
      body_text: `Hello customer ${n}`,
    };
    if (n === 10) return { ...email, to: "not an address" };
    return n === 20 ? { ...email, headers: { Bcc: "everyone@sandbox.test" } } : email;
  });

const REDIRECT = "http://localhost/callback";

/** What the owner of an address gives by consenting: the code of the redirect. */
const consentOf = async (url: string, email: string): Promise<string> => {
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams({ email, decision: "accept" }), redirect: "manual" });
  return new URL(answer.headers.get("location") ?? REDIRECT).searchParams.get("code") ?? "";
};

/** A mailbox that is reached over its provider's HTTP interface. */
interface OverApi {
  readonly type: "outlook" | "google";
  readonly transport: "graph" | "gmail_api";
  readonly email: string;
}

/** A mailbox without SMTP and IMAP: its owner consents, one email leaves over the provider's interface, its answer is read there and answered. */
const playOverApi = async (api: Api, { type, transport, email }: OverApi): Promise<void> => {
  const redirect = encodeURIComponent(REDIRECT);
  const { url } = await api.get(`/v1/mailboxes/oauth/${type}/url?redirect_uri=${redirect}&transport=${transport}`);
  const code = await consentOf(url, email);
  const mailbox = await api.post("/v1/mailboxes", { type, transport, code, redirect_uri: REDIRECT }, 201);
  show(`${mailbox.email} is ${mailbox.status}, by ${mailbox.transport_used}`);
  expect(`the mailbox is not reached by ${transport}`, mailbox.status === "active" && mailbox.transport_used === transport);
  const asked = { mailbox_id: mailbox.id, to: "reply.jane@sandbox.test", subject: `From ${type}`, body_text: "Does this reach you?" };
  const { id } = await api.post("/v1/send", asked);
  const { message_id } = await reaches(api, id, "sent");
  show(`sent as ${message_id}`);
  const answerTo = (job: string) =>
    until(`the answer to ${email}`, async () => {
      const page = await api.get(`/v1/inbox/messages?fresh=true&mailbox_id=${mailbox.id}&kind=reply`);
      return page.messages.find(({ email_job_id }: { email_job_id: string }) => email_job_id === job);
    });
  const answer = await answerTo(id);
  show(`${answer.from.email}: ${answer.reply_text}`);
  const followUp = await api.post(`/v1/send/${id}/reply`, { body_text: "Thank you. One more thing." });
  await reaches(api, followUp.id, "sent");
  show(`followed up: ${(await answerTo(followUp.id)).reply_text}`);
};

/** Runs the demo on a running system; throws StartFailure with a one-line error when something unexpected happens. */
export const play = async (system: Omit<LocalSystem, "stop" | "lost" | "notes" | "signIn">): Promise<void> => {
  step(`1. The system runs at ${system.url}, MongoDB: ${system.mongo}. Log in.`);
  const { user, token } = await connectApi(system.url, "").post("/api/v1/auth/login", {
    email: system.account.email,
    password: system.account.password,
  });
  const api = connectApi(system.url, token);
  show(`${user.email} got the key ${token.slice(0, 12)}…`);

  step("2. Connect a mailbox; SMTP and IMAP are tested before it is saved.");
  const wrong = await api.attempt("POST", "/v1/mailboxes", { ...mailboxOf(system.sandbox), smtp_password: "wrong" });
  expect("a wrong password was accepted", wrong.status === 400);
  show(`with a wrong password: ${wrong.status} ${JSON.stringify(wrong.body.details)}`);
  const mailbox = await api.post("/v1/mailboxes", mailboxOf(system.sandbox), 201);
  show(`${mailbox.email} is ${mailbox.status}, inbox sync ${mailbox.inbox_sync_enabled ? "on" : "off"}`);
  expect("the mailbox is not active", mailbox.status === "active" && mailbox.inbox_sync_enabled);

  step("3. Send one email each to someone who replies, someone who is gone and someone who is away.");
  const send = (to: string) =>
    api.post("/v1/send", {
      mailbox_id: mailbox.id,
      to,
      subject: "Lunch on Tuesday?",
      body_html: `<p>Shall we have <b>lunch</b> on Tuesday?</p>`,
    });
  const [replied, bounced, away] = [
    await send("reply.jane@sandbox.test"),
    await send("bounce.tom@sandbox.test"),
    await send("away.ann@sandbox.test"),
  ];
  for (const { id, to, message_id } of [replied, bounced, away]) show(`${to}: ${(await reaches(api, id, "sent")).status}  ${message_id}`);

  step("4. Send a batch of 100, two of them bad.");
  const before = (await api.get("/v1/credits")).balance;
  const { results, total } = await api.post("/v1/send/batch", { emails: batchOf(mailbox.id) });
  const refused = results.filter((result: { status: string }) => result.status === "failed");
  const after = (await api.get("/v1/credits")).balance;
  for (const { to, error } of refused) show(`refused: ${to}: ${error}`);
  show(`${total - refused.length} of ${total} accepted; credits ${before} -> ${after}`);
  expect("the batch's result", total === 100 && refused.length === 2 && before - after === 98);

  step("5. Schedule one for 20 s from now, and another that is cancelled.");
  const at = new Date(Date.now() + 20_000).toISOString();
  const later = (to: string) =>
    api.post("/v1/send", { mailbox_id: mailbox.id, to, subject: "Later", body_text: "Sent on time.", scheduled_at: at });
  const [scheduled, cancelled] = [await later("patient@sandbox.test"), await later("nobody@sandbox.test")];
  expect("the state of scheduled sends", scheduled.status === "scheduled" && cancelled.status === "scheduled");
  show(
    `cancelled: ${(await api.post(`/v1/send/${cancelled.id}/cancel`, {})).status}; again: ${(await api.attempt("POST", `/v1/send/${cancelled.id}/cancel`, {})).body.details}`,
  );

  step("6. The batch is delivered.");
  const accepted = results.filter((result: { status: string }) => result.status === "queued");
  await until(
    "98 sent emails",
    async () => ((await api.get("/v1/logs?status=sent&limit=200")).length >= accepted.length + 3 ? true : undefined),
    30,
  );
  const received = (address: string) => system.sandbox.store.folders(address).find(({ name }) => name === "INBOX")?.messages.length ?? 0;
  expect(
    "each customer has exactly one email",
    Array.from({ length: 100 }, (_, n) => received(`customer-${n}@sandbox.test`)).every(
      (count, n) => count === (n === 10 || n === 20 ? 0 : 1),
    ),
  );
  show("98 sent, each of the 98 customers has exactly one email");

  step("7. What came back: GET /v1/inbox/messages?fresh=true");
  const inbox = await until("three answers", async () => {
    const page = await api.get("/v1/inbox/messages?fresh=true");
    return page.messages.length >= 3 ? page : undefined;
  });
  for (const { kind, from, snippet } of inbox.messages) show(`${kind.padEnd(10)} ${from.email.padEnd(28)} ${snippet.slice(0, 60)}`);
  show(`sync report: ${JSON.stringify(inbox.sync)}`);
  const answer = inbox.messages.find((message: { kind: string }) => message.kind === "reply");
  expect(
    "the kinds of the three answers",
    ["auto_reply", "bounce", "reply"].join() ===
      inbox.messages
        .map((message: { kind: string }) => message.kind)
        .sort()
        .join(),
  );
  expect("the reply answers our send", answer.email_job_id === replied.id);
  expect("the reply's new text only", answer.reply_text.includes("works for me") && !answer.reply_text.includes("Shall we"));

  step("8. The sends know it.");
  const repliedSend = await api.get(`/v1/send/${replied.id}/status`);
  const bouncedSend = await api.get(`/v1/send/${bounced.id}/status`);
  show(`${repliedSend.to_email}: replied_at ${repliedSend.replied_at}`);
  show(`${bouncedSend.to_email}: bounced_at ${bouncedSend.bounced_at}, ${bouncedSend.bounce_reason}`);
  expect("replied_at and bounced_at", repliedSend.replied_at && bouncedSend.bounced_at && bouncedSend.bounce_reason);
  expect("an auto-reply is no reply", (await api.get(`/v1/send/${away.id}/status`)).replied_at === undefined);

  step("9. Reply to the reply; the conversation shows both directions in order.");
  const reply = await api.post(`/v1/inbox/messages/${answer.id}/reply`, {
    body_text: "Great, see you at noon.",
    quote_timezone: "Europe/Berlin",
  });
  show(`to ${reply.to}: ${reply.subject}, in reply to ${reply.in_reply_to}`);
  await reaches(api, reply.id, "sent");
  const answered = await until("the correspondent's next reply in the same thread", async () => {
    await api.get("/v1/inbox/messages?fresh=true");
    const view = await api.get(`/v1/inbox/threads/${answer.thread_id}`);
    return view.messages.length >= 4 ? view : undefined;
  });
  for (const { direction, status, subject, snippet } of answered.messages)
    show(`${direction.padEnd(8)} ${status.padEnd(8)} ${subject.padEnd(22)} ${snippet.slice(0, 50)}`);
  const directions = answered.messages.map((message: { direction: string }) => message.direction).join(" ");
  expect(`the order of the thread (${directions})`, directions === "outbound inbound outbound inbound");

  step("10. The scheduled email leaves on time, the cancelled one never.");
  const onTime = await reaches(api, scheduled.id, "sent");
  show(`scheduled for ${at}, sent ${onTime.sent_at}`);
  expect("it left too early", Date.parse(onTime.sent_at) >= Date.parse(at) - 1_000);
  expect("the cancelled email was sent", received("nobody@sandbox.test") === 0);

  step("11. Connect an Outlook mailbox over Microsoft Graph; send from it, read the answer, follow up.");
  await playOverApi(api, { type: "outlook", transport: "graph", email: "jo@contoso.test" });
  step("12. Connect a Google mailbox over the Gmail API, without SMTP and IMAP; the same.");
  await playOverApi(api, { type: "google", transport: "gmail_api", email: "kim@gmail-only.test" });
};
