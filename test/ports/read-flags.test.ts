import { expect, it } from "vitest";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("a message's mark", (connect) => {
  it("counts once in its thread, however often it is set, and back again", async () => {
    const inbox = inboxStore(connect);
    await inbox.receive([{ messageId: "<one@x>" }, { messageId: "<two@x>", inReplyTo: "<one@x>", references: ["<one@x>"] }]);
    const [message] = await inbox.messages.list(inbox.userId, {}, { limit: 1, offset: 0 });
    const unread = async () => (await inbox.threads.find(inbox.userId, message!.threadId))?.unreadCount;
    const counts: (number | undefined)[] = [await unread()];

    for (const isRead of [true, true, false, false, true]) {
      expect(await inbox.messages.setRead(inbox.userId, message!.id, isRead)).toMatchObject({ id: message!.id, isRead });
      counts.push(await unread());
    }

    expect(counts).toEqual([2, 1, 1, 2, 2, 1]);
  });
});
