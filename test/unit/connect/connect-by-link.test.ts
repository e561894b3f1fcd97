// What connecting by a link does and tells, one guard at a time; over HTTP: test/http/connect.
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "#shared/accounts/audit-log.ts";
import { connectByLink, type LinkPorts } from "#shared/connect/create-link.ts";
import { type ConnectLink, LinkClosed } from "#shared/connect/connect-link.ts";
import { type ConnectRequest, connectMailbox } from "#shared/mailboxes/connect-mailbox.ts";
import type { FailureCause } from "#shared/mailboxes/connection/mail-failure.ts";
import { conflict, invalid, Refusal } from "#shared/platform/errors.ts";
import { ids } from "#shared/platform/system.ts";
import { aFailure, mailboxPorts } from "#test/support/mailbox-ports.ts";
import { silentEventOutbox } from "#test/support/memory/event-outbox.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

const userId = ids.objectId();
const email = "sales@example.com";
const request: ConnectRequest = { type: "smtp", email, smtp: { host: "smtp.example.com", password: "s" }, imap: {} };
const browser = { hash: "h", operation: "connect/submit", sourceIp: "192.0.2.1", userAgent: "ua" };
const linkOf = (facts: Partial<ConnectLink> = {}): ConnectLink => ({
  id: ids.objectId(),
  userId,
  status: "open",
  redirectUri: "https://app.example.com/",
  state: "",
  failures: 0,
  createdAt: new Date(),
  expiresAt: new Date(Date.now() + 60_000),
  ...facts,
});

const rig = (over: { readonly throws?: unknown; readonly audit?: Error; readonly first?: string } = {}) => {
  const ports = mailboxPorts();
  const seen = {
    failed: [] as string[],
    published: [] as string[],
    entries: [] as Partial<AuditEntry>[],
    errors: [] as string[],
    woken: 0,
    hashes: [] as string[],
  };
  const links: LinkPorts = {
    ...ports,
    openLinks: { fail: async (_link, words) => void seen.failed.push(words) },
    mailboxesOfLink: (_link, hash) => {
      seen.hashes.push(hash);
      if (over.throws === undefined) return ports.mailboxes;
      return { ...ports.mailboxes, insert: async () => Promise.reject(over.throws) };
    },
    auditLog: {
      record: async (entry: AuditEntry) => {
        if (over.audit) throw over.audit;
        seen.entries.push(entry);
      },
    },
    eventOutbox: { ...silentEventOutbox, publish: async (source, of) => (seen.published.push(...of.map((id) => `${source} ${id}`)), []) },
    log: { ...recordingLog(), error: (event: string) => void seen.errors.push(event) },
    deliveries: { release: async () => (over.first === undefined ? undefined : ({ id: over.first, mailboxId: "m" } as never)) },
    wakeUps: { wake: async () => void (seen.woken += 1) },
  };
  return { ports, links, seen, connect: (link = linkOf(), asked = request) => connectByLink(links, link, browser, asked) };
};

describe("connecting by a link", () => {
  it("connects as the account does, with the link's name and tenant, tells events and the audit log, and wakes what waits", async () => {
    const { ports, connect, seen } = rig({ first: ids.objectId() });
    const link = linkOf({ tenant: "acme", displayName: "Sales" });

    expect(await connect(link)).toEqual({ kind: "connected" });
    const mailbox = await ports.mailboxes.findByEmail(userId, email);
    expect(mailbox).toMatchObject({ email, tenant: "acme", displayName: "Sales", status: "active" });
    expect(seen).toMatchObject({ failed: [], errors: [], woken: 1, hashes: ["h"] });
    expect(seen.published).toEqual([`mailboxes ${mailbox?.id}`, `connectLinks ${link.id}`]);
    expect(seen.entries).toEqual([
      {
        userId,
        action: "mailbox.connected",
        outcome: "done",
        operation: "connect/submit",
        resourceId: mailbox?.id,
        fields: [],
        sourceIp: "192.0.2.1",
        userAgent: "ua",
      },
    ]);
  });

  it("without a tenant or a name sets none, and wakes nothing where nothing waits", async () => {
    const { ports, connect, seen } = rig();
    await connect();
    expect((await ports.mailboxes.findByEmail(userId, email))?.tenant).toBeUndefined();
    expect(seen.woken).toBe(0);
  });

  it("stays connected when only the audit log's entry is lost, which is logged", async () => {
    const { connect, seen } = rig({ audit: new Error("full"), first: ids.objectId() });
    expect(await connect()).toEqual({ kind: "connected" });
    expect(seen).toMatchObject({ errors: ["audit entry not written"], woken: 1 });
  });

  it("that another browser has closed meanwhile changes nothing, counts nothing and tells nothing", async () => {
    const { connect, seen } = rig({ throws: new LinkClosed("the connect link is no longer open") });
    expect(await connect()).toEqual({ kind: "closed" });
    expect(seen).toMatchObject({ failed: [], published: [], entries: [] });
  });

  it("lets a fault of ours through, uncounted", async () => {
    const { connect, seen } = rig({ throws: new TypeError("ours") });
    await expect(connect()).rejects.toThrow("ours");
    expect(seen).toMatchObject({ failed: [], published: [], entries: [] });
  });
});

describe("a refusal by a link", () => {
  const refused = async (throws: unknown) => {
    const { connect, seen } = rig({ throws });
    const link = linkOf();
    const outcome = await connect(link);
    expect(seen.published).toEqual([`connectLinks ${link.id}`]);
    expect(seen.entries).toEqual([]);
    return { outcome, words: seen.failed };
  };

  it("is counted with its words, each field's after the other, 500 characters of them", async () => {
    const two = invalid({ field: "smtpHost", message: "is wrong" }, { field: "email", message: "is another" });
    expect(await refused(two)).toEqual({ outcome: { kind: "refused", causes: ["otherAccount"] }, words: ["is wrong; is another"] });
    expect((await refused(invalid({ field: "smtpHost", message: "x".repeat(600) }))).words).toEqual(["x".repeat(500)]);
  });

  it.each([
    [invalid({ field: "smtpHost", message: "is wrong" }), "settings", "is wrong"],
    [invalid({ field: "email", message: "is another" }), "otherAccount", "is another"],
    [conflict("The mailbox is connected already", "mailbox_exists"), "connected", "mailbox_exists"],
    [new Refusal("notFound", "No such client"), "operator", "No such client"],
    [new Refusal("unavailable", "Too busy"), "operator", "Too busy"],
  ] as const)("has one cause for the page: %s", async (error, cause, words) => {
    expect(await refused(error)).toEqual({ outcome: { kind: "refused", causes: [cause] }, words: [words] });
  });

  it("of both servers has each cause once", async () => {
    const { links, ports, seen } = rig();
    for (const [smtp, imap, causes] of [
      ["password", "password", ["password"]],
      ["password", "unreachable", ["password", "unreachable"]],
    ] as readonly (readonly [FailureCause, FailureCause, readonly string[]])[]) {
      const failure = (field: string, cause: FailureCause) => aFailure({ field, cause });
      const connectionTests = { smtp: async () => failure("smtpPassword", smtp), imap: async () => failure("imapPassword", imap) };
      const both = { ...request, imap: { host: "imap.example.com", password: "i" } } as ConnectRequest;
      const outcome = await connectByLink({ ...links, connectionTests: connectionTests }, linkOf(), browser, both);
      expect(outcome).toEqual({ kind: "refused", causes });
    }
    expect(seen.failed).toHaveLength(2);
    expect(await ports.mailboxes.findByEmail(userId, email)).toBeUndefined();
  });
});

describe("a link and a mailbox that is there", () => {
  const withMailbox = async (tenant: string | undefined, status: "active" | "disconnected") => {
    const world = rig();
    const mailbox = await connectMailbox(world.ports, userId, { ...request, ...(tenant !== undefined && { preferences: { tenant } }) });
    await world.ports.mailboxes.update(userId, mailbox.id, { status });
    return { ...world, mailbox };
  };

  it.each([
    ["without a mailbox", undefined, undefined, false],
    ["without a mailbox, of the same tenant", "acme", undefined, false],
    ["for the mailbox", undefined, "it", true],
    ["for the mailbox, of its tenant", "acme", "it", true],
    ["for another mailbox", undefined, "another", false],
  ])("%s: takes it over only where it names it", async (_, tenant, names, isTaken) => {
    const { connect, mailbox, seen } = await withMailbox(tenant, "disconnected");
    const named = names === "it" ? { mailboxId: mailbox.id } : names === "another" ? { mailboxId: ids.objectId() } : {};
    const { kind } = await connect(linkOf({ ...(tenant !== undefined && { tenant }), ...named }));
    expect(kind).toBe(isTaken ? "connected" : "refused");
    if (!isTaken && names === undefined) expect(seen.failed[0]).toMatch(/^mailbox_exists/);
  });

  it.each([
    [undefined, "acme"],
    ["acme", undefined],
    ["acme", "other"],
  ])("of the tenant %s is not connected again by a link of %s", async (tenant, ofLink) => {
    const { connect, mailbox, seen } = await withMailbox(tenant, "disconnected");
    expect(await connect(linkOf({ mailboxId: mailbox.id, ...(ofLink !== undefined && { tenant: ofLink }) }))).toMatchObject({
      kind: "refused",
      causes: ["connected"],
    });
    expect(seen.failed[0]).toMatch(/^mailbox_exists/);
  });
});
