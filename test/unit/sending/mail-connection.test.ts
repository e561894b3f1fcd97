import { describe, expect, it } from "vitest";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { CircuitOpen } from "#shared/mailboxes/connection/circuit-breaker.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { OAuthError } from "#shared/mailboxes/oauth/oauth.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import { mailConnection } from "#shared/sending/deliver/mail-connection.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

const NOW = new Date("2026-11-22T08:00:00Z");
const down = new MailFailure("SMTP", "unreachable");
const refused = new MailFailure("SMTP", "credentials", { at: "login", code: 535, reply: "535 5.7.8 no" });

/** A connection to a server that answers each login in turn as given, and lets in when nothing is left; what was done, in order. */
const connection = (logins: readonly (Error | undefined)[], facts: Partial<Mailbox> = {}, isNoted: () => boolean = () => true) => {
  const did: string[] = [];
  const answers = [...logins];
  const mailbox = aMailbox(facts);
  const state = { lets: true, renews: false };
  const log = recordingLog();
  const ports = {
    mailAccounts: {
      smtp: async (_: unknown, ipId?: string) => ({ name: ipId ?? "shared" }),
      renew: async () => (did.push("renew"), state.renews),
      otherWay: async () => undefined,
    },
    submissions: {
      open: async ({ name }: { name: string }) => {
        did.push(`login ${name}`);
        const failure = answers.shift();
        if (failure) throw failure;
        const submission = { open: true, close: () => ((submission.open = false), did.push(`close ${name}`)) };
        return submission;
      },
    },
    mailboxes: {
      note: async (_: unknown, changes: object) => {
        did.push(
          `note ${Object.entries(changes)
            .map(([field, value]) => `${field}=${value instanceof Date ? "now" : String(value).slice(0, 20)}`)
            .join()}`,
        );
        return isNoted();
      },
    },
    eventOutbox: { publish: async () => (did.push("publish"), []) },
    clock: { now: () => NOW },
    log,
  } as unknown as DeliverPorts;
  const made = mailConnection(ports, mailbox);
  const get = async (ipId?: string, isSpare = false) => (await made.get(ipId, isSpare)).kind;
  return { ...made, get, did, state, log };
};

describe("a worker's connection", () => {
  it("is opened once and used again, and opened anew for another address or when it was lost", async () => {
    const rig = connection([]);
    expect(rig.isOpen()).toBe(false);

    expect([await rig.get(), await rig.get(), await rig.get("ip"), await rig.get("ip")]).toEqual(Array(4).fill("connected"));
    expect(rig.isOpen()).toBe(true);
    rig.close();
    expect([rig.isOpen(), await rig.get("ip")]).toEqual([false, "connected"]);

    expect(rig.did).toEqual(["login shared", "close shared", "login ip", "close ip", "close ip", "login ip"]);
    await rig.opened;
  });

  it("is none when another is refused, not the one before", async () => {
    const rig = connection([undefined, down]);
    await rig.get();

    expect(await rig.get("ip")).toBe("unconnected");
    expect(rig.isOpen()).toBe(false);
    rig.close();
    expect(rig.did.filter((what) => what.startsWith("close"))).toEqual(["close shared"]);
  });

  it("counts each failure from what was noted last, and a success ends the count", async () => {
    const rig = connection([down, down, down]);
    for (let login = 0; login < 4; login += 1) await rig.get();

    expect(rig.did.filter((what) => !what.startsWith("login"))).toEqual([
      "note smtpFailures=1,smtpLastError=SMTP: the server can",
      "note smtpFailures=2,smtpLastError=SMTP: the server can",
      "note smtpFailures=3,smtpLastError=SMTP: the server can,status=error,statusSince=now",
      "publish",
      "note smtpFailures=0,smtpLastError=,status=active,statusSince=now",
      "publish",
    ]);
  });

  it("counts nothing that another worker's result made old", async () => {
    const rig = connection([down, down], {}, () => false);
    await rig.get();
    await rig.get();

    expect(rig.did.filter((what) => what.startsWith("note"))).toEqual([
      "note smtpFailures=1,smtpLastError=SMTP: the server can",
      "note smtpFailures=1,smtpLastError=SMTP: the server can",
    ]);
  });

  it("asks for a new token once where the credentials are refused, and for none where something else is", async () => {
    const rig = connection([refused, refused, down]);
    rig.state.renews = true;

    expect([await rig.get(), await rig.get()]).toEqual(["unconnected", "unconnected"]);
    expect(rig.did.filter((what) => !what.startsWith("note"))).toEqual(["login shared", "renew", "login shared", "login shared"]);
  });

  it("that is spare gives way where the server lets no more in, without asking again, and notes nothing", async () => {
    const rig = connection([down]);

    expect([await rig.get(undefined, true), await rig.get(undefined, true)]).toEqual(["turnedAway", "turnedAway"]);
    expect(rig.did).toEqual(["login shared"]);
    expect(await rig.get()).toBe("connected");
  });

  it("that is spare is refused like others where the credentials are wrong, and asks again", async () => {
    const rig = connection([refused, refused]);

    expect([await rig.get(undefined, true), await rig.get(undefined, true)]).toEqual(["unconnected", "unconnected"]);
    expect(rig.did.filter((what) => what.startsWith("login"))).toHaveLength(2);
    expect(rig.did).toContain("note smtpFailures=1,smtpLastError=SMTP: user name or p");
  });

  it.each([
    ["an open circuit, where its host keeps others waiting", new CircuitOpen(), "circuitOpen"],
    ["an internal failure, where the proxy fails", new MailFailure("SMTP", "egressProxy"), "internal"],
    ["an internal failure, where our registration is refused", new OAuthError("misconfigured", "google"), "internal"],
    ["an internal failure, where our store fails", new Error("no primary"), "internal"],
  ])("is %s, and blames no mailbox", async (_, error, kind) => {
    const rig = connection([error]);

    expect(await rig.get()).toBe(kind);
    expect(rig.did.filter((what) => what.startsWith("note"))).toEqual([]);
  });

  it("is used although the mailbox's status cannot be noted", async () => {
    const rig = connection([], { smtpFailures: 1 }, () => {
      throw new Error("no primary");
    });

    expect(await rig.get()).toBe("connected");
    expect(rig.log.events).toEqual(["a mailbox's status could not be noted"]);
  });

  it("notes a refusal of the credentials that came after the login", async () => {
    const rig = connection([]);
    await rig.get();

    await rig.noteRefusedLogin(530, "530 5.7.0 authentication required");

    expect(rig.did).toEqual(["login shared", "note smtpFailures=1,smtpLastError=SMTP: user name or p"]);
  });
});
