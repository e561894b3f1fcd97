import { describe, expect, it } from "vitest";
import { mailLogins } from "#shared/inbox/purge-mailbox.ts";
import { connectionTests } from "#shared/mailboxes/connection/connection-tests.ts";
import { aLiedWorld, smallMail } from "#test/support/lied-world.ts";
import { scriptedImap } from "#test/support/scripted-imap.ts";
import type { Script } from "#test/support/scripted-proxy.ts";

const server = await scriptedImap();

const aFilled = async () => {
  const world = await aLiedWorld(server);
  for (const n of [1, 2]) world.deliver(smallMail(n));
  return world;
};

/** NetEase's answers (Coremail): the login is taken, LIST too, and folders are refused until the client has said who it is. */
const unsafeLogin = (of: readonly string[]) => {
  let isNamed = false;
  const script: Script = (answer, { command }) => {
    if (command.startsWith("ID ")) isNamed = true;
    const [verb = ""] = command.split(" ");
    if (isNamed || !of.includes(verb)) return [answer];
    const tag = /^([0-9A-F]+) OK/.exec(answer)?.[1];
    return tag === undefined ? [] : [`${tag} NO ${verb} Unsafe Login. Please contact kefu@peer.test for help\r\n`];
  };
  return script;
};
const withoutId =
  (script: Script): Script =>
  (answer, point) =>
    script(answer.replaceAll(/ ID(?= )/g, ""), point);

describe("a server that shows folders only to clients with a name", () => {
  it.each([[["EXAMINE"]], [["EXAMINE", "STATUS"]], [["LIST", "STATUS", "EXAMINE"]]])(
    "is told it after its refusal, once: %s",
    async (of) => {
      const world = await aFilled();
      server.script = unsafeLogin(of);
      server.commands.splice(0);

      expect(await world.pull()).toMatchObject({ error: "" });

      expect(world.stored.size).toBe(2);
      expect(server.commands.filter((command) => command.startsWith("ID "))).toEqual([
        'ID ("name" "email-service" "version" "1" "vendor" "email-service")',
      ]);
    },
  );

  it("is not asked twice where it announces no ID, or refuses it, and its own words are told", async () => {
    const deaf: Script = (answer, point) => unsafeLogin(["EXAMINE"])(answer, { ...point, command: point.command.replace(/^ID /, "XID ") });
    for (const [script, told] of [
      [withoutId(unsafeLogin(["EXAMINE"])), 0],
      [deaf, 1],
    ] as const) {
      const world = await aFilled();
      server.script = script;
      server.commands.splice(0);

      const { error } = await world.pull();

      expect(error).toContain("It says: EXAMINE Unsafe Login. Please contact kefu@peer.test for help");
      expect((await world.current()).inboxLastError).toBe(error);
      expect(world.stored.size).toBe(0);
      const sent = (verb: string) => server.commands.filter((command) => command.startsWith(`${verb} `)).length;
      expect([sent("ID"), sent("EXAMINE")]).toEqual([told, told + 1]);
    }
  });

  it.each([
    ["NO [NONEXISTENT] Unknown mailbox", 0],
    ["NO [nonexistent] unknown mailbox", 0],
    ["NO [NONEXISTENT]", 0],
    ["NO [TRYCREATE] Mailbox does not exist", 0],
    ["NO [NOPERM] Permission denied", 0],
    ["NO [CANNOT] Not selectable", 0],
    ["NO [INUSE] Mailbox is locked", 0],
    ["NO [CORRUPTION] Broken index", 0],
    ["NO [UNAVAILABLE] Backend is down", 0],
    ["NO [SERVERBUG] Internal error", 0],
    ["NO [OVERQUOTA] Quota exceeded", 0],
    ["NO [LIMIT] Too many mailboxes", 0],
    ["NO Mailbox is [NONEXISTENT]", 1],
    ["NO [ALERT] Unsafe login", 1],
    ["NO [CONTACTADMIN] Unsafe login", 1],
    ["NO [X-NETEASE 7] Unsafe login", 1],
  ])("is told it only where the answer may be about who asks: %s", async (said, times) => {
    const world = await aFilled();
    server.script = (answer, { command }) => [command.startsWith("EXAMINE ") ? answer.replace(/^([0-9A-F]+) OK.*/, `$1 ${said}`) : answer];
    server.commands.splice(0);

    expect((await world.pull()).error).not.toBe("");

    expect(server.commands.filter((command) => command.startsWith("ID ")).length).toBe(times);
  });

  it("fails the test of its login", async () => {
    const { mailbox } = await aFilled();
    const account = { host: "localhost", port: 993, username: mailbox.email, credential: { password: "sandbox" } };
    const none = async () => Promise.reject(new Error("not asked"));
    const logins = connectionTests(mailLogins({ submissions: { open: none }, mailReader: server.reader, speaksTls: async () => false }));
    expect(await logins.imap(account)).toBeUndefined();
    server.script = withoutId(unsafeLogin(["EXAMINE"]));

    expect(await logins.imap(account)).toMatchObject({
      status: "error",
      field: "imapHost",
      message: expect.stringContaining("EXAMINE Unsafe Login"),
    });
  });

  it("is told at the login where the provider is known to need it, and no other server is", async () => {
    for (const [host, expected] of [
      ["imap.163.com", ["LOGIN", "ID"]],
      ["imap.126.com", ["LOGIN", "ID"]],
      ["imap.yeah.net", ["LOGIN", "ID"]],
      ["imap.vip.163.com", ["LOGIN", "ID"]],
      ["imaphz.qiye.163.com", ["LOGIN", "ID"]],
      ["imap.not163.com", ["LOGIN"]],
      ["imap.163.com.peer.test", ["LOGIN"]],
    ] as const) {
      server.commands.splice(0);
      const account = { host, port: 993, username: "u@peer.test", credential: { password: "sandbox" } };
      (await server.reader.open(account, AbortSignal.timeout(10_000))).close();
      expect({ host, asked: server.commands.map((command) => command.split(" ")[0]) }).toEqual({ host, asked: expected });
    }
  });
});
