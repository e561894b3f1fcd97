// Answers that rules or people file in other folders (api/README.md, "Inbox").
import { afterAll, describe, expect, it } from "vitest";
import { type Row, runSystem, subjects } from "#test/support/running-system.ts";

const system = await runSystem();
afterAll(() => system.stop());

/** Where a message lies. */
interface Folder {
  readonly folder: string;
}

describe("an answer that lies in another folder than INBOX", () => {
  it("is found, says where it lies, and follows when it is moved; other mail there is kept when the user says so", async () => {
    const address = "folders@sandbox.test";
    const id = await system.connect(address);
    for (const folder of ["Clients", "Done"]) system.store.create(address, folder);
    const send = { mailbox_id: id, to: "kim.folders@sandbox.test", subject: "Offer", body_text: "Interested?" };
    expect((await system.call("POST", "/v1/send", send)).status).toBe(200);
    const { messageId = "" } = await system.delivered("kim.folders@sandbox.test");
    system.put(address, "Re: Offer", { From: "kim.folders@sandbox.test", "In-Reply-To": messageId }, { folder: "Clients" });
    system.put(address, "Newsletter", {}, { folder: "Clients" });

    const found = await system.pull(id);
    expect(found.messages.map(({ subject, folder, kind }: Row & Folder) => [subject, folder, kind])).toEqual([
      ["Re: Offer", "Clients", "reply"],
    ]);

    const clients = system.store.folder(address, "Clients")!;
    const { uid, raw, flags, receivedAt } = clients.messages[0]!;
    system.store.deliver(address, raw, { folder: "Done", flags, receivedAt });
    system.store.expunge(address, clients, new Set([uid]));
    expect((await system.pull(id)).messages.map(({ folder }: Row & Folder) => folder)).toEqual(["Done"]);

    const changed = await system.call("PATCH", `/v1/mailboxes/${id}`, { folders: ["Clients"] });
    expect(changed.body.folders).toEqual(["Clients"]);
    expect((await system.call("GET", `/v1/mailboxes/${id}`)).body.folders).toEqual(["Clients"]);
    expect(subjects(await system.pull(id)).toSorted()).toEqual(["Newsletter", "Re: Offer"]);
  });

  it("tells a folder that the user names and that is not there, until it is", async () => {
    const address = "named@sandbox.test";
    const id = await system.connect(address, { folders: ["Later"] });
    const told = async () => {
      await system.pull(id);
      return (await system.call("GET", `/v1/mailboxes/${id}`)).body.inbox_last_error;
    };

    expect(await told()).toBe("IMAP: 1 folder(s) are not read: beyond the first 100, not there, or not for received mail (Later)");
    system.store.create(address, "Later");
    expect(await told()).toBe("");
  });

  it.each(["none", [""], 7])("returns 400 that names folders for %j", async (folders) => {
    const id = await system.connect(`bad${JSON.stringify(folders).length}@sandbox.test`);
    for (const [method, path] of [
      ["PATCH", `/v1/mailboxes/${id}`],
      ["POST", `/v1/mailboxes/${id}/inbox`],
    ] as const) {
      const { status, body } = await system.call(method, path, { folders });
      expect([status, body.details[0].field]).toEqual([400, expect.stringMatching(/^folders(?:\.0)?$/)]);
    }
  });
});
