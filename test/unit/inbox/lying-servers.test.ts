import { describe, expect, it } from "vitest";
import { aLiedWorld, largeMail, smallMail } from "#test/support/lied-world.ts";
import { BEFORE, lies, once } from "#test/support/lies.ts";
import { idOf } from "#test/support/pull-world.ts";
import { scriptedImap } from "#test/support/scripted-imap.ts";

const server = await scriptedImap();

const numbers = [1, 2, 3, 4, 5, 6];
const all = numbers.map(idOf);
const raw = (n: number) => (n === 5 ? largeMail(n) : smallMail(n));
const DAY_MS = 86_400_000;

/** A mailbox of two mails in a folder, which were pulled or not, to which four come before the lie begins. */
const aWorld = async (filled: boolean, folder: string) => {
  server.script = (answer) => [answer];
  const world = await aLiedWorld(server);
  server.store.create(world.mailbox.email, folder);
  for (const n of numbers.slice(0, BEFORE)) world.deliver(raw(n), { folder });
  if (filled) await world.pull();
  for (const n of numbers.slice(BEFORE)) world.deliver(raw(n), { folder });
  return world;
};

describe.each([
  ["when the mailbox is filled", false, "INBOX"],
  ["in a mailbox that was filled", true, "INBOX"],
  ["in another folder that was filled", true, "Clients"],
])("%s", (_, filled, folder) => {
  for (const { what, script, forEver } of lies) {
    it(`everything is stored once though once ${what}`, async () => {
      const world = await aWorld(filled, folder);
      server.script = once(script);

      await world.pulls(4);

      expect(world.storedIds()).toEqual(all);
      expect((await world.current()).inboxLastError).toBe("");
    });

    it(`${forEver === "stored" ? "everything is stored once" : "the mailbox says what is missing"} though always ${what}`, async () => {
      const world = await aWorld(filled, folder);
      server.script = script;

      await world.pulls(7);

      const told = (await world.current()).inboxLastError;
      expect({ stored: world.storedIds(), told: told !== "" }).toEqual(
        forEver === "stored" ? { stored: all, told: false } : { stored: expect.any(Array) as unknown, told: true },
      );
      expect(forEver === "stored" || /^IMAP: (?:the server|1 folder\(s\) cannot be read \(Clients\))/.test(told)).toBe(true);
      server.script = (answer) => [answer];
      world.wait(DAY_MS);
      await world.pulls(7);
      expect(world.storedIds()).toEqual(all);
      expect((await world.current()).inboxLastError).toBe("");
    });
  }
});
