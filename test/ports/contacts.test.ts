import { expect, it } from "vitest";
import type { ContactLimit } from "#shared/accounts/credits.ts";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import { ids } from "#shared/platform/system.ts";
import { acceptedOf, firstEmailsOf, type Draft } from "#shared/sending/ports/acceptance.ts";
import type { PlacedEmail } from "#shared/sending/accept/draft.ts";
import type { Send } from "#shared/sending/send.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { mongoContacts } from "#shared/sending/store/contacts.ts";
import { TransactionTimeout } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

const to = (email: string) => ({ email, name: "" });
const DAY_MS = 86_400_000;
const ONCE: ContactLimit = { per: "address", count: 1, within: "P14D" };

describeOnMongo("an account's limit of contacts", (connect) => {
  const acceptedSends = mongoAcceptedSends(connect);
  const wallets = mongoWallets(connect);
  const contacts = mongoContacts(connect);

  const account = async (limit?: ContactLimit, credits = 1_000) => {
    const userId = ids.objectId();
    await wallets.topUp(userId, credits, "test");
    if (limit) await wallets.setContactLimit(userId, limit);
    const drafts = (...emails: readonly (string | Partial<PlacedEmail>)[]): readonly Draft[] =>
      draftsOf(
        userId,
        emails.map((one) => (typeof one === "string" ? { to: to(one) } : one)),
      );
    const accept = async (emails: readonly Draft[]) => {
      const accepted = await acceptedSends.accept(userId, emails);
      return { ...accepted, to: acceptedOf(emails, accepted).map(({ send }) => send.toEmail) };
    };
    const change = async (id: string, fields: Partial<Pick<Send, "status" | "stage" | "scheduledAt">>) =>
      (await connect()).raw.collection("sends").updateOne({ _id: oid(id) }, { $set: fields });
    return { userId, drafts, accept, change, wallet: () => wallets.find(userId) };
  };

  it("refuses the second first email to somebody, in one request and in the next, and charges nothing for it", async () => {
    const { drafts, accept, wallet } = await account(ONCE);
    const [first, second] = [drafts("jane@example.com", "JANE@example.com", "tom@example.com"), drafts("jane@example.com")];

    expect((await accept(first)).to).toEqual(["jane@example.com", "tom@example.com"]);
    const again = await accept(second);

    expect(again).toMatchObject({ count: 0, to: [] });
    expect(again.contacted?.get(second[0]!.send.id)).toMatchObject({ sendId: first[0]!.send.id, mailboxId: first[0]!.send.mailboxId });
    expect(await wallet()).toMatchObject({ balance: 998 });
  });

  it(
    "lets nobody be contacted twice by 200 batches of ten clients, each repeated until it has an answer",
    { timeout: 120_000 },
    async () => {
      const { drafts, accept, wallet } = await account(ONCE);
      const people = ["a@x.example", "b@x.example", "c@x.example"];

      const untilAnswered = async (): Promise<readonly string[]> =>
        accept(drafts(...people)).then(
          ({ to: taken }) => taken,
          (error: unknown) => (error instanceof TransactionTimeout ? untilAnswered() : Promise.reject(error)),
        );
      const left = Array.from({ length: 200 }).keys();
      const accepted: string[] = [];
      const client = async () => {
        for (const _ of left) accepted.push(...(await untilAnswered()));
      };
      await Promise.all(Array.from({ length: 10 }, client));

      expect(accepted.toSorted()).toEqual(people);
      expect(await wallet()).toMatchObject({ balance: 997 });
    },
  );

  it.each<[string, Partial<Send>, boolean]>([
    ["cancelled", { status: "cancelled" }, true],
    ["failed unsent", { status: "failed" }, true],
    ["failed with its outcome unknown", { status: "failed", stage: "intent" }, false],
    ["sent", { status: "sent" }, false],
    ["moved beyond the time", { scheduledAt: new Date(Date.now() + 40 * DAY_MS) }, true],
  ])("counts a send that is %s as what it is", async (_, fields, isFree) => {
    const { drafts, accept, change } = await account(ONCE);
    const [first] = drafts("jane@example.com");
    await accept([first!]);

    await change(first!.send.id, fields);

    expect((await accept(drafts("jane@example.com"))).count).toBe(isFree ? 1 : 0);
  });

  it("compares departures, before and after", async () => {
    const { drafts, accept } = await account(ONCE);
    const inDays = (days: number) => ({ to: to("jane@example.com"), scheduledAt: new Date(Date.now() + days * DAY_MS) });

    expect((await accept(drafts(inDays(20)))).count).toBe(1);
    expect((await accept(drafts(inDays(7)))).count).toBe(0);
    expect((await accept(drafts(inDays(33)))).count).toBe(0);
    expect((await accept(drafts("jane@example.com", inDays(35)))).count).toBe(2);
  });

  it("per domain counts colleagues, but not the people of a freemail domain; tenants are apart; count may be more", async () => {
    const { drafts, accept } = await account({ per: "domain", count: 2, within: "P1D" });

    const some = await accept(
      drafts("a@firm.example", "b@Firm.example", "c@firm.example", "d@sub.firm.example", "a@gmail.com", "b@gmail.com", "c@gmail.com"),
    );
    const ofTenant = await accept(drafts("e@firm.example").map((draft) => ({ ...draft, contactTenant: "acme" })));

    expect(some.to).toEqual(["a@firm.example", "b@Firm.example", "d@sub.firm.example", "a@gmail.com", "b@gmail.com", "c@gmail.com"]);
    expect(ofTenant.count).toBe(1);
  });

  it("judges first emails alone, and only those that are paid for count", async () => {
    const { drafts, accept, userId } = await account(ONCE, 1);
    const [one, poor] = drafts("jane@example.com", "tom@example.com");
    const answer = drafts("jane@example.com").map(({ contactTenant: _tenant, ...draft }) => draft);

    expect((await accept([one!, poor!])).to).toEqual(["jane@example.com"]);
    await wallets.topUp(userId, 10, "more");

    expect((await accept(answer)).count).toBe(1);
    expect((await accept(drafts("tom@example.com"))).count).toBe(1);
    expect((await contacts.among(userId, ONCE, firstEmailsOf(drafts("tom@example.com", "new@example.com")))).size).toBe(1);
  });

  it("refuses with an email those that follow it", async () => {
    const { drafts, accept } = await account(ONCE);
    await accept(drafts("jane@example.com"));
    const [first] = drafts("jane@example.com");
    const [next] = drafts({ to: to("jane@example.com"), waitsFor: first!.send.id });

    expect((await accept([first!, next!])).count).toBe(0);
  });

  it("costs an account without it no command, and ends when it is taken away", async () => {
    const [free, limited] = [await account(), await account(ONCE)];
    const commands = async ({ accept, drafts }: typeof free, tenant: "" | undefined) =>
      (await countDocuments(connect, () => accept(drafts("jane@example.com").map((draft) => ({ ...draft, contactTenant: tenant! })))))
        .commands;

    expect(await commands(free, "")).toBe(await commands(await account(), undefined));
    await limited.accept(limited.drafts("jane@example.com"));
    await wallets.setContactLimit(limited.userId, undefined);
    expect((await limited.accept(limited.drafts("jane@example.com"))).count).toBe(1);
  });
});
