// oxlint-disable-next-line import/no-unassigned-import -- it runs before the modules that need it
import "./in-browser.ts";
import { describe, expect, it } from "vitest";
import type { DiscoveredMailbox, DnsCheck, Mailbox } from "#shared/client/index.ts";
import { addressOf, conditionOf, dnsOf, filterOf, narrowed, troublesOf } from "#shared/console/screens/mailboxes/condition.tsx";
import {
  accessChoices,
  canAsk,
  connectBody,
  draftOf,
  foundServers,
  foundWords,
  presetsAt,
  reachFor,
  updateBody,
} from "#shared/console/screens/mailboxes/connection.tsx";
import { gate } from "#shared/console/screens/mailboxes/gate.ts";
import { publishedOf } from "#shared/console/screens/mailbox/dns.tsx";
import { forecastWords, hourRows, loadLine } from "#shared/console/screens/mailbox/capacity.tsx";
import { changesOf, errorAt, preferencesOf } from "#shared/console/screens/mailbox/preferences.ts";
import { listProviders } from "#shared/mailboxes/list-providers.ts";
import { exampleMailbox } from "#shared/mailboxes/contract/mailbox-record.ts";

const providers = listProviders();
const mailbox = (changes: Partial<Mailbox> = {}): Mailbox => ({ ...(exampleMailbox as Mailbox), ...changes });
const dns = (dkim: string, spf: string, dmarc: string) => ({ dns: { checked_at: "", dkim, spf, dmarc } }) as Partial<Mailbox>;

describe("how a mailbox is", () => {
  it.each([
    ["works", { status: "active", max_daily_sends: 5 }],
    ["paused", { status: "active", max_daily_sends: 0 }],
    ["failing", { status: "error", max_daily_sends: 0 }],
    ["disconnected", { status: "disconnected", max_daily_sends: 0 }],
  ] as const)("%s", (condition, facts) => expect(conditionOf(facts)).toBe(condition));

  it("names what its servers said, by part", () =>
    expect(troublesOf(mailbox({ smtp_last_error: "535 no", inbox_last_error: "", sent_copies_last_error: "full" }))).toEqual([
      ["Sending", "535 no"],
      ["Copies in Sent", "full"],
    ]));

  it.each([
    ["", {}],
    ["invalid", dns("verified", "missing", "invalid")],
    ["missing", dns("error", "missing", "verified")],
    ["verified", dns("verified", "not_applicable", "verified")],
    ["not_applicable", dns("not_applicable", "not_applicable", "not_applicable")],
  ])("its DNS is as its worst record: %s", (status, facts) => {
    const { dns: _, ...unchecked } = mailbox();

    expect(dnsOf({ ...unchecked, ...facts })).toBe(status);
  });
});

describe("the list of mailboxes", () => {
  const all = [
    mailbox({ id: "a", email: "jane@x.test", display_name: "Jane Miller", aliases: ["hello@x.test"] }),
    mailbox({ id: "b", email: "bob@x.test", display_name: "", aliases: [], status: "error" }),
    mailbox({ id: "c", email: "kim@y.test", display_name: "", aliases: [], ...dns("missing", "verified", "verified") }),
  ];
  const found = (q: string, state = "") => narrowed(all, filterOf({ q, state })).map(({ id }) => id);

  it("is searched by every word, in address, alias and name", () => {
    expect(found("MILLER x.test")).toEqual(["a"]);
    expect(found("hello")).toEqual(["a"]);
    expect(found("miller bob")).toEqual([]);
  });

  it("is filtered by state and by DNS", () => {
    expect(found("", "failing")).toEqual(["b"]);
    expect(found("", "dns")).toEqual(["c"]);
    expect(found("jane", "failing")).toEqual([]);
  });

  it("has its filter in the address; an unknown state is none", () => {
    const filter = { q: "a b", state: "paused" } as const;

    expect(filterOf(Object.fromEntries(new URLSearchParams(addressOf(filter))))).toEqual(filter);
    expect(addressOf(filterOf({ state: "nonsense" }))).toBe("");
  });
});

describe("what an owner is asked for", () => {
  const at = (type: string) => providers.filter((provider) => provider.type === type);

  it("is the operator's setting, or what the provider has: less of Google's interface, all of Outlook's, nothing of a server's", () => {
    const values = (type: string) => accessChoices(at(type)).map(([value]) => value);

    expect(values("google")).toEqual(["", "imap_smtp", "full", "read_send", "send"]);
    expect(values("outlook")).toEqual(["", "imap_smtp", "full"]);
    expect([values("smtp"), values("sandbox")]).toEqual([[""], [""]]);
    expect(accessChoices(providers).map(([value]) => value)).toEqual(values("google"));
  });

  it("leaves the providers that know it", () =>
    expect((["", "full", "send"] as const).map((access) => providers.filter((one) => canAsk(one, access)).map(({ type }) => type))).toEqual(
      [providers.map(({ type }) => type), ["google", "outlook"], ["google"]],
    ));

  it("is a transport, or an access, in the request", () =>
    expect((["", "imap_smtp", "send"] as const).map(reachFor)).toEqual([{}, { transport: "imap_smtp" }, { access: "send" }]));
});

describe("the form of a connection", () => {
  const draft = { ...draftOf(), email: " jane@x.test ", password: "p w ", smtp_host: "smtp.x.test", smtp_port: "465" };

  it("sends what was given, and leaves the rest to the service", () =>
    expect(connectBody(draft)).toEqual({
      type: "smtp",
      email: "jane@x.test",
      smtp_host: "smtp.x.test",
      smtp_port: 465,
      smtp_password: "p w ",
    }));

  it("takes the same password for IMAP, unless another is given", () => {
    const both = { ...draft, imap_host: "imap.x.test" };

    expect(connectBody(both)).toMatchObject({ imap_host: "imap.x.test", imap_password: "p w " });
    expect(connectBody({ ...both, imap_password: "other" })).toMatchObject({ imap_password: "other" });
  });

  it("has required fields also when they are empty, so that the service names them", () =>
    expect(connectBody(draftOf())).toEqual({ type: "smtp", email: "", smtp_host: "", smtp_password: "" }));

  it("changes only what differs when a mailbox is connected again", () => {
    const connected = mailbox({ smtp_host: "smtp.x.test", smtp_port: 465, imap_host: "imap.x.test", imap_port: 993 });

    expect(updateBody(draftOf(connected), connected)).toEqual({});
    expect(updateBody({ ...draftOf(connected), password: "new", smtp_host: "b.x.test" }, connected)).toEqual({
      smtp_host: "b.x.test",
      smtp_password: "new",
      imap_password: "new",
    });
  });

  it("offers the sandbox on a laptop alone", () => {
    // By its port nobody would know that it starts with TLS.
    expect(presetsAt("localhost", providers)[0]!.servers).toMatchObject({ smtp_port: "3465", smtp_secure: "tls" });
    expect(presetsAt("mail.example.com", providers).every(({ servers }) => servers.smtp_host !== "127.0.0.1")).toBe(true);
  });

  it("offers the servers that the service knows, as texts of the form", () => {
    const [gmail, ...others] = presetsAt("mail.example.com", providers);

    expect(gmail).toEqual({
      name: "Gmail, by app password",
      servers: { smtp_host: "smtp.gmail.com", smtp_port: "465", imap_host: "imap.gmail.com", imap_port: "993" },
      hint: "Takes an app password, made in the account's security settings, not the account's own.",
    });
    expect(others.map(({ name }) => name)).toEqual(["iCloud", "Yahoo", "Fastmail", "Zoho", "GMX", "IONOS"]);
  });
});

describe("requests for rows", () => {
  it("run a few at a time, also after one has failed", async () => {
    const inTurn = gate(2);
    let running = 0;
    let most = 0;
    const run = async (fails: boolean) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      if (fails) throw new Error("no");
    };
    const results = await Promise.allSettled(Array.from({ length: 9 }, (_, at) => inTurn(() => run(at % 3 === 0))));

    expect(most).toBe(2);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
  });
});

describe("the chart of a capacity", () => {
  const now = new Date("2026-11-23T12:30:00Z");
  const at = (hour: string, count: number) => ({ hour: `2026-11-${hour}:00:00.000Z`, count });
  const capacity = {
    sent_by_hour: [at("22T12", 4), at("22T14", 10), at("23T12", 3)],
    leaves_by_hour: [at("23T13", 5), at("23T20", 2)],
    refused_by_hour: [{ ...at("23T11", 2), replies: ["451 later"] }],
  };
  const valueAt = (line: ReturnType<typeof loadLine>, name: "sent" | "expected", time: string) =>
    line[name][line.times.indexOf(Date.parse(time) / 1000)];

  it("ends now with all that the limit counts", () => {
    const line = loadLine(capacity, now);

    expect(valueAt(line, "sent", "2026-11-22T14:00:00Z")).toBe(14);
    expect(valueAt(line, "sent", "2026-11-23T12:00:00Z")).toBe(17);
    expect(valueAt(line, "sent", "2026-11-23T13:00:00Z")).toBeNull();
  });

  it("goes on with what is expected, less what is older than a day by then", () => {
    const line = loadLine(capacity, now);

    expect(valueAt(line, "expected", "2026-11-23T12:00:00Z")).toBe(17);
    expect(valueAt(line, "expected", "2026-11-23T13:00:00Z")).toBe(18);
    expect(valueAt(line, "expected", "2026-11-23T14:00:00Z")).toBe(8);
    expect(valueAt(line, "expected", "2026-11-24T12:00:00Z")).toBe(7);
  });

  it("ends now when nothing is expected", () => {
    const line = loadLine({ ...capacity, leaves_by_hour: [] }, now);

    expect(line.times).toHaveLength(25);
    expect(line.expected.every((value) => value === null)).toBe(true);
  });

  it("stands as a table too", () =>
    expect(hourRows(capacity).map(({ hour, sent, expected, refused }) => [hour.slice(8, 13), sent, expected, refused])).toEqual([
      ["22T12", 4, 0, 0],
      ["22T14", 10, 0, 0],
      ["23T11", 0, 0, 2],
      ["23T12", 3, 0, 0],
      ["23T13", 0, 5, 0],
      ["23T20", 0, 2, 0],
    ]));

  it.each([
    ["Nothing waits.", { waiting: 0 }],
    ["Nothing leaves while sending is paused.", { max_daily_sends: 0 }],
    ["The daily limit is reached.", { paused_for: "daily_limit" }],
    ["The mailbox keeps its pace.", { paused_for: "pace" }],
    ["More than 20,000 emails wait or left: too many to foretell.", { is_partial: true }],
    ["When the last of them leaves cannot be foretold.", {}],
    ["", { last_leaves_at: "2026-11-24T12:00:00Z" }],
  ] as const)("says: %s", (words, facts) =>
    expect(forecastWords({ waiting: 3, max_daily_sends: 10, paused_for: "", is_partial: false, ...facts })).toBe(words),
  );
});

describe("the DNS records of a mailbox", () => {
  const record = (status: string, expected: string, current = "") => ({ status, expected, current });
  const check = {
    dkim: record("missing", "v=DKIM1; k=rsa; p=<the public key that your mail provider shows for s1._domainkey.x.test>"),
    spf: record("invalid", "v=spf1 ~all", "v=spf1"),
    dmarc: record("verified", "v=DMARC1; p=none", "v=DMARC1; p=none"),
  } as unknown as DnsCheck;

  it("have their names, and what can be copied", () =>
    expect(publishedOf(mailbox({ email: "jane@x.test" }), check, "").map(({ host, isValue, status }) => [host, isValue, status])).toEqual([
      ["s1._domainkey.x.test", false, "missing"],
      ["x.test", true, "invalid"],
      ["_dmarc.x.test", true, "verified"],
    ]));

  it("have the last check's state until they are checked here", () =>
    expect(publishedOf(mailbox({ email: "jane@x.test", ...dns("verified", "missing", "error") }), undefined, "")).toMatchObject([
      { host: "", status: "verified", expected: "" },
      { status: "missing" },
      { status: "error" },
    ]));
});

describe("the settings of a mailbox", () => {
  const stored = mailbox({ aliases: ["a@x.test"], folders: ["Work"], max_daily_sends: 50, display_name: "Jane" });
  const form = preferencesOf(stored);

  it("are not changed by a form that nobody touched", () => expect(changesOf(form, stored)).toEqual({}));

  it("are changed by what differs", () => {
    expect(changesOf({ ...form, aliases: "a@x.test,  b@x.test", max_daily_sends: "0" }, stored)).toEqual({
      aliases: ["a@x.test", "b@x.test"],
      max_daily_sends: 0,
    });
    expect(changesOf({ ...form, folders: "these", names: "Work\n Sales Leads \n" }, stored)).toEqual({ folders: ["Work", "Sales Leads"] });
    expect(changesOf({ ...form, folders: "none" }, stored)).toEqual({ folders: [] });
    expect(changesOf({ ...form, folders: "all", display_name: " " }, stored)).toEqual({ folders: "all", display_name: "" });
  });

  it("make changes at the provider, too, where somebody wants it", () => {
    expect(changesOf({ ...form, sync_changes: "both" }, stored)).toEqual({ sync_changes: true });
    const both = mailbox({ sync_changes: true });
    expect(changesOf(preferencesOf(both), both)).toEqual({});
    expect(changesOf({ ...preferencesOf(both), sync_changes: "here" }, both)).toEqual({ sync_changes: false });
  });

  it("hold the longest interval of a quiet mailbox in minutes, none when empty, and what is wrong as it was typed", () => {
    expect(form.max_poll_interval).toBe("");
    expect(changesOf({ ...form, max_poll_interval: " 15 " }, stored)).toEqual({ max_poll_interval: "PT15M" });
    const longest = mailbox({ max_poll_interval: "PT15M" });
    expect(preferencesOf(longest).max_poll_interval).toBe("15");
    expect(changesOf({ ...preferencesOf(longest), max_poll_interval: "" }, longest)).toEqual({ max_poll_interval: "" });
    expect(changesOf({ ...form, max_poll_interval: "soon" }, stored)).toEqual({ max_poll_interval: "PTsoonM" });
  });

  it("send what is no number, so that the service names the field", () =>
    expect(JSON.stringify(changesOf({ ...form, max_daily_sends: "" }, stored))).toBe('{"max_daily_sends":null}'));

  it("have the errors of their parts", () => {
    expect(errorAt({ "aliases.1": "must be an address" }, "aliases")).toBe("must be an address");
    expect(errorAt({ aliasesOther: "x" }, "aliases")).toBeUndefined();
  });
});

describe("what was discovered of an address", () => {
  const server = {
    host: "smtp.peer.test",
    port: 465,
    secure: "tls",
    username: "jane@peer.test",
    source: "srv",
    guessed: false,
    outside: false,
  } as const;
  const found = (facts: Partial<DiscoveredMailbox>): DiscoveredMailbox =>
    ({
      email: "jane@peer.test",
      provider_id: "",
      provider_name: "",
      type: "smtp",
      login: "password",
      app_password_url: "",
      guessed: false,
      ...facts,
    }) as DiscoveredMailbox;

  it("fills the servers in, and none where its owner signs in at the provider or nothing was found", () => {
    const imap = { ...server, host: "imap.peer.test", port: 993 };

    expect(foundServers(found({ smtp: server, imap }))).toMatchObject({
      smtp_host: "smtp.peer.test",
      smtp_port: "465",
      imap_host: "imap.peer.test",
    });
    expect(foundServers(found({ smtp: server }))).not.toHaveProperty("imap_host");
    expect(foundServers(found({ type: "google", login: "oauth", smtp: server }))).toEqual({});
    expect(foundServers(found({}))).toEqual({});
  });

  it.each([
    [{ smtp: server }, "Found for peer.test: smtp.peer.test, and no inbox."],
    [{ smtp: { ...server, guessed: true } }, "A guess for peer.test: smtp.peer.test, and no inbox. Look whether they are right."],
    [
      { smtp: server, provider_name: "Peer", login: "app_password" },
      "Found for Peer: smtp.peer.test, and no inbox. It takes a password made for programs, not the account’s own.",
    ],
    [{ type: "google", provider_name: "Google", login: "oauth" }, "Google takes no password here: sign in with Google above."],
    [
      {},
      "Nothing tells the mail servers of peer.test. Ask whoever runs them for the names, or let the mailbox’s owner connect it by a link.",
    ],
  ] as const)("is said in a sentence: %j", (facts, words) =>
    expect(foundWords(found(facts as Partial<DiscoveredMailbox>), providers)).toBe(words),
  );
});
