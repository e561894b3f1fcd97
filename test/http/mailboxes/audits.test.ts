// What an audit shows and heals, as a client sees it (api/README.md, "Inbox").
import { afterAll, expect, it } from "vitest";
import { ABSENT, until } from "#test/support/client.ts";
import { type Row, runSystem } from "#test/support/running-system.ts";

const system = await runSystem();
afterAll(() => system.stop());

const TIMEOUT_MS = 60_000;

it("tells that all is stored, and marks what is gone from the server", { timeout: TIMEOUT_MS }, async () => {
  const address = "audited@sandbox.test";
  const { id } = await system.mailboxWith(address, () => {
    for (const subject of ["one", "two", "three"]) system.put(address, subject);
  });
  await system.pull(id);
  expect((await system.call("GET", `/v1/mailboxes/${id}/audit`)).body).toMatchObject({ mailbox_id: id, folders: [], complete: false });
  const folder = system.store.folder(address, "INBOX")!;
  system.store.expunge(address, folder, new Set([folder.messages[0]!.uid]));

  expect((await system.call("POST", `/v1/mailboxes/${id}/audit`)).body).toMatchObject({ mailbox_id: id, running: true });

  const finished = await until(async () => {
    const { body } = await system.call("GET", `/v1/mailboxes/${id}/audit`);
    return body.checked_at === undefined || body.running ? undefined : body;
  });
  expect(finished).toMatchObject({ complete: true });
  const counts = { on_server: 2, stored: 2, missing: 0, healed: 0, unreadable: 0 };
  expect(finished.folders).toEqual(expect.arrayContaining([expect.objectContaining({ path: "INBOX", ...counts })]));
  const { body } = await system.call("GET", `/v1/inbox/messages?mailbox_id=${id}`);
  expect(body.messages.map(({ subject, on_server: there }: Row & { on_server: boolean }) => [subject, there])).toEqual(
    expect.arrayContaining([
      ["one", false],
      ["two", true],
      ["three", true],
    ]),
  );
});

it("returns 404 for a mailbox that is not there, and 409 for one whose inbox is not read", async () => {
  const { id } = await system.mailboxWith("unread@sandbox.test", () => undefined);
  await system.call("POST", `/v1/mailboxes/${id}/inbox`, { enabled: false });

  expect((await system.call("POST", `/v1/mailboxes/${ABSENT}/audit`)).status).toBe(404);
  expect((await system.call("POST", `/v1/mailboxes/${id}/audit`)).status).toBe(409);
});
