// Graph's and Gmail's notifications, from the watch to the list of messages, with the stand-ins (api/README.md, "Hints").
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, asking, until } from "#test/support/client.ts";
import { REDIRECT_URI } from "#test/support/target.ts";
import { type Row, type RunningSystem, runSystem } from "#test/support/running-system.ts";

let system: RunningSystem;
let renew: () => Promise<unknown>;

beforeAll(async () => {
  // Polls are an hour apart, so that only hints bring mail.
  system = await runSystem({ PUSH: "on", POLL_MINUTES: "60", GMAIL_TOPIC: "projects/acme-prod/topics/mail" });
  const { handler } = await import("#functions/jobs/renew-watches.ts");
  renew = () => handler({}, {} as never);
}, 180_000);
afterAll(async () => {
  for (const name of ["PUSH", "POLL_MINUTES", "GMAIL_TOPIC"]) delete process.env[name];
  await system?.stop();
});

const subscriptions = () => system.sandbox.graph.subscriptions;
const own = (email: string) => [...subscriptions().all.values()].filter(({ address }) => address === email);
/** A mailbox over its interface whose watch has begun and whose inbox was read. */
const watched = async (email: string, type = "outlook", transport = "graph"): Promise<string> => {
  const query = `redirect_uri=${encodeURIComponent(REDIRECT_URI)}&transport=${transport}`;
  const { url } = (await system.call("GET", `/v1/mailboxes/oauth/${type}/url?${query}`)).body;
  const answer = await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams({ email, decision: "accept" }) });
  const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code");
  const grant = { code, redirect_uri: REDIRECT_URI, transport };
  const { body } = await system.call("POST", "/v1/mailboxes", { type, email, ...grant });
  await system.pull(body.id);
  await renew();
  return body.id;
};
const listed = async (mailboxId: string): Promise<readonly string[]> =>
  ((await system.list(`mailbox_id=${mailboxId}`)).body.messages as Row[]).map(({ subject }) => subject);
const arrives = (mailboxId: string, subject: string) => until(async () => ((await listed(mailboxId)).includes(subject) ? true : undefined));
const hook = (value: readonly object[], query = ""): Promise<Answer> => asking(system, "")("POST", `/v1/hooks/graph${query}`, { value });

describe("a mailbox over Graph", () => {
  it("is read within seconds of its mail, because Graph tells of it", async () => {
    const id = await watched("told@contoso.test");
    expect(own("told@contoso.test")).toHaveLength(1);
    const began = Date.now();

    system.put("told@contoso.test", "First");
    subscriptions().delivered("told@contoso.test");

    await arrives(id, "First");
    console.info(`told: ${Date.now() - began} ms from arrival to the list`);
  });

  it("is read again for what comes right after: hints in between are one poll, and the last is never lost", async () => {
    const id = await watched("burst@contoso.test");
    for (let n = 1; n <= 30; n += 1) {
      system.put("burst@contoso.test", `Burst ${n}`);
      subscriptions().delivered("burst@contoso.test");
    }

    await arrives(id, "Burst 30");
    const reads = () => system.sandbox.graph.calls.filter((call) => /messages\/delta/.test(call)).length;
    const before = reads();
    system.put("burst@contoso.test", "After");
    subscriptions().delivered("burst@contoso.test");
    await arrives(id, "After");
    expect(reads() - before).toBeLessThan(30);
  });

  it("is asked for again when Graph removes its subscription, told or silently, and read for what was missed", async () => {
    const id = await watched("removed@contoso.test");
    system.put("removed@contoso.test", "Missed");

    await subscriptions().remove("removed@contoso.test");
    await arrives(id, "Missed");
    expect(own("removed@contoso.test")).toEqual([]);
    await renew();

    expect(own("removed@contoso.test")).toHaveLength(1);
    system.put("removed@contoso.test", "Told again");
    subscriptions().delivered("removed@contoso.test");
    await arrives(id, "Told again");
  });
});

describe("a mailbox over the Gmail API", () => {
  it("is read within seconds of its mail, because Pub/Sub tells of it", async () => {
    const id = await watched("told@gmail-only.test", "google", "gmail_api");
    expect(system.sandbox.gmail.watches.get("told@gmail-only.test")?.topicName).toBe("projects/acme-prod/topics/mail");
    const began = Date.now();

    system.put("told@gmail-only.test", "By Gmail");
    system.sandbox.gmail.pubsub.delivered("told@gmail-only.test");

    await arrives(id, "By Gmail");
    console.info(`told by Gmail: ${Date.now() - began} ms from arrival to the list`);
  });
});

describe("the hook", () => {
  it("answers Graph's validation with its token, as text that no browser takes for a page", async () => {
    const answer = await asking(system, "")("POST", "/v1/hooks/graph?validationToken=a%3Cscript%3E%20b", undefined, {
      "content-type": "text/plain; charset=utf-8",
    });

    expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([200, "a<script> b", "text/plain"]);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("takes every notification alike, and polls nothing without its secret", async () => {
    const id = await watched("secret@contoso.test");
    const [{ clientState } = { clientState: "" }] = own("secret@contoso.test");
    system.put("secret@contoso.test", "Not told");
    const wrong = [`${id}.${"0".repeat(48)}`, id, "", `${"f".repeat(24)}.${clientState.split(".")[1]}`];

    const answers = await Promise.all(wrong.map((state) => hook([{ clientState: state }])));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(wrong.map(() => [202, ""]));
    await new Promise((done) => setTimeout(done, 1_500));
    expect(await listed(id)).toEqual([]);

    await hook([{ clientState }]);
    await arrives(id, "Not told");
  });

  it("refuses what is no notification, and more than a thousand", async () => {
    expect((await hook([{ clientState: "x".repeat(129) }])).status).toBe(400);
    expect((await hook(Array.from({ length: 1_001 }, () => ({})))).status).toBe(400);
    const text = await asking(system, "")("POST", "/v1/hooks/graph", "<x>", { "content-type": "text/xml" });
    expect(text.status).toBe(415);
  });

  it("of Gmail refuses a call without Google's signature", async () => {
    const gmail = (headers: Record<string, string> = {}) =>
      asking(system, "")("POST", "/v1/hooks/gmail", { message: { data: "e30" } }, headers);
    const { pubsub } = system.sandbox.gmail;
    const audience = `${system.url}/v1/hooks/gmail`;
    const email = "push@acme-prod.iam.gserviceaccount.com";

    expect((await gmail()).status).toBe(401);
    expect((await gmail({ authorization: `Bearer ${pubsub.sign("https://other.example", email)}` })).status).toBe(401);
    expect((await gmail({ authorization: `Bearer ${pubsub.sign(audience, email)}` })).status).toBe(202);
  });
});
