// api/README.md, "Sending": what is known about whether an email was answered.
import { afterAll, expect, it } from "vitest";
import { ABSENT, aSender, until } from "#test/support/client.ts";
import { openTarget } from "#test/support/target.ts";

const target = await openTarget();
afterAll(() => target.stop());
const { ask, mailbox, anEmail } = await aSender(target, 10);

const evidence = async (id: string) => (await ask("GET", `/v1/send/${id}/evidence`)).body;
const sentTo = async (to: string) => {
  const { id } = (await ask("POST", "/v1/send", anEmail({ to }))).body;
  return until(async () => {
    const record = (await ask("GET", `/v1/send/${id}/status`)).body;
    return record.status === "sent" ? record : undefined;
  });
};

it("is proved by an audit after the email left, and an answer ends it", async () => {
  const silent = await sentTo("silent.jane@sandbox.test");
  expect(await evidence(silent.id)).toMatchObject({ send_id: silent.id, status: "sent", found: "nothing", unproven: "not_audited" });

  await ask("GET", `/v1/inbox/messages?fresh=true&mailbox_id=${mailbox}`);
  expect((await ask("POST", `/v1/mailboxes/${mailbox}/audit`)).status).toBe(200);
  const proved = await until(async () => {
    await ask("GET", `/v1/inbox/messages?fresh=true&mailbox_id=${mailbox}`);
    const known = await evidence(silent.id);
    return known.unproven === "not_audited" ? undefined : known;
  });
  expect(proved).toMatchObject({ found: "nothing", unproven: "", silent_until: proved.audit.checked_at });
  expect(proved.silent_until > silent.sent_at).toBe(true);

  const answered = await sentTo("reply.jane@sandbox.test");
  const told = await until(async () => {
    await ask("GET", `/v1/inbox/messages?fresh=true&mailbox_id=${mailbox}`);
    const known = await evidence(answered.id);
    return known.found === "answer" ? known : undefined;
  });
  expect(told).toMatchObject({ unproven: "something_came", message_id: expect.any(String) });
  expect(told.silent_until).toBeUndefined();
});

it("is a 404 for a send that does not exist, and a 400 for what is no id", async () => {
  expect((await ask("GET", `/v1/send/${ABSENT}/evidence`)).status).toBe(404);
  expect((await ask("GET", "/v1/send/nothing/evidence")).status).toBe(400);
});
