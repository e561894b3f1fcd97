import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleFunctions, type Bundles, external, mapsDirOf, openBundles } from "#infra/bundle.ts";
import { traceStack } from "#infra/trace.ts";
import { type FunctionId, functionIds as ids } from "#infra/functions.ts";
import { furtherPages, guides, VIEWER_FILE } from "#shared/docs/contract.ts";
import { shownProviders } from "#shared/providers/index.ts";
import { needing } from "#test/support/needs.ts";

/** The bundles that a lane has made just before; without it they are made here. */
const made = process.env["BUNDLES"];
const folder = made ? resolve(made) : mkdtempSync(join(tmpdir(), "bundles-"));
afterAll(() => {
  if (made) return;
  for (const dir of [folder, mapsDirOf(folder)]) rmSync(dir, { recursive: true, force: true });
});

let bundles: Bundles;
beforeAll(async () => {
  bundles = made ? await openBundles(folder) : await bundleFunctions(folder);
}, 600_000);

/** Node's arguments before a script that imports. */
const AS_MODULE = ["--input-type=module", "-e"];

/** Functions that put received html into a new message or a page, and so sanitise it. */
const quoting: readonly FunctionId[] = [
  "console/get-frame",
  "inbox/forward-message",
  "inbox/forward-thread",
  "inbox/reply-to-message",
  "inbox/reply-to-thread",
  "sending/follow-up",
  "sequences/add-recipients",
  "sequences/patch",
  "mcp/call",
];

const filesOf = (id: FunctionId) =>
  Object.entries(bundles.outputs).flatMap(([output, facts]) => {
    const file = relative(bundles.codeDirOf(id), resolve(output));
    return file.startsWith("..") ? [] : [{ file, path: resolve(output), ...facts }];
  });
const inputsOf = (id: FunctionId) =>
  filesOf(id).flatMap(({ inputs }) => Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])));
/** The folders of the packages that a function carries, by the packages' names. */
const packagesOf = (id: FunctionId): Map<string, Set<string>> => {
  const packages = new Map<string, Set<string>>();
  for (const input of inputsOf(id)) {
    const [path, name = ""] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input) ?? [];
    if (path) packages.set(name, (packages.get(name) ?? new Set()).add(path));
  }
  return packages;
};
const carriersOf = (name: string) => ids.filter((id) => packagesOf(id).has(name));
/** What every cold start reads: the entry and what it imports at once. */
const startOf = (id: FunctionId) => {
  const files = new Map(filesOf(id).map((file) => [file.path, file]));
  const read = new Set<string>();
  const add = (path: string) => {
    const file = files.get(path);
    if (!file || read.has(path)) return;
    read.add(path);
    for (const { path: next, kind } of file.imports) if (kind !== "dynamic-import") add(resolve(next));
  };
  add(join(bundles.codeDirOf(id), "index.mjs"));
  return [...read].map((path) => files.get(path)!);
};
const kilobytes = (files: readonly { readonly path: string }[]) => files.reduce((sum, { path }) => sum + statSync(path).size, 0) / 1024;

const queueing = needing("sendQueue", "probeQueue", "syncQueue", "webhooksQueue", "slowWebhooksQueue", "sandboxQueue");

/**
 * What each function may weigh, in KB: what every cold start reads, and all with the parts that are loaded when needed. Lower it where it has room.
 */
const budgets = new Map(
  readFileSync(join(import.meta.dirname, "budgets.txt"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" "))
    .map(([id = "", start, all]) => [id, { start: Number(start), all: Number(all) }] as const),
);

/** Every package in any bundle (S25). */
const carried = [
  "@aws-sdk/client-scheduler @aws-sdk/client-secrets-manager @aws-sdk/client-sqs @aws-sdk/core @aws-sdk/credential-provider-env",
  "@aws-sdk/middleware-sdk-sqs @aws/lambda-invoke-store @smithy/core @smithy/node-http-handler @smithy/signature-v4 @smithy/types bowser",
  "bson memory-pager mongodb mongodb-connection-string-url @mongodb-js/saslprep sparse-bitfield @middy/core zod tldts tldts-core",
  "imapflow encoding-japanese iconv-lite libbase64 libmime libqp nodemailer safer-buffer @zone-eu/mailsplit ip-address smart-buffer socks",
  "pino @pinojs/redact atomic-sleep on-exit-leak-free pino-std-serializers quick-format-unescaped safe-stable-stringify sonic-boom thread-stream",
  "sanitize-html dom-serializer domelementtype domhandler domutils entities escape-string-regexp htmlparser2 is-plain-object launder",
  "parse-srcset postcss nanoid picocolors source-map-js dayjs",
  "@modelcontextprotocol/core @modelcontextprotocol/server",
  "markdown-it linkify-it mdurl punycode.js uc.micro",
].flatMap((names) => names.split(" "));

describe("the bundles", () => {
  it("reach the ports that the reviewed list says, from which their grants and environment follow", async () => {
    const list = ids.toSorted().map((id) => `${id}: ${bundles.needsOf(id).join(", ") || "nothing"}\n`);

    await expect(list.join("")).toMatchFileSnapshot("needs.txt");
  });

  it.each(ids)("weigh no more than their budget: %s", (id) => {
    const files = filesOf(id);
    const { start, all } = budgets.get(id) ?? { start: 0, all: 0 };

    expect(kilobytes(startOf(id)), "at the start").toBeLessThanOrEqual(start);
    expect(kilobytes(files), "in all").toBeLessThanOrEqual(all);
  });

  it.each([
    ["mongodb", () => [...needing("database"), "jobs/migrate"]],
    ["@aws-sdk/client-secrets-manager", () => needing("secret")],
    // Those two show events, and carry beside that the part that would queue one; no grant lets them.
    ["@aws-sdk/client-sqs", () => [...queueing, "console/get-changes", "events/list"]],
    ["@aws-sdk/client-scheduler", () => needing("createSchedules", "deleteSchedules")],
    ["imapflow", () => needing("mail")],
    // One wiring has the transports of both directions; each part of it is loaded when a mail server is reached.
    ["nodemailer", () => needing("mail")],
    ["tldts", () => needing("dns")],
    ["sanitize-html", () => [...quoting, "sending/send-batch"]],
    ["mailparser", () => []],
  ])("carry %s where the permission says so and nowhere else", (name, wanted) => {
    expect(new Set(carriersOf(name))).toEqual(new Set(wanted()));
  });

  it("carry these packages and no others: what is new here is a decision", () => {
    const packages = new Set(ids.flatMap((id) => [...packagesOf(id).keys()]));

    expect([...packages].toSorted()).toEqual(carried.toSorted());
  });

  it.each([
    ["what speaks with mail servers", () => needing("mail"), /node_modules\/(imapflow|nodemailer|libmime)\//],
    [
      "the phrases of all languages",
      () => ["jobs/deliver", "jobs/probe", "jobs/sync-mailbox", "sending/send-batch"],
      /mail\/read\/languages\//,
    ],
    ["the public suffix list", () => needing("dns"), /node_modules\/tldts\//],
    ["what pulls mailboxes", () => ["inbox/list-messages"], /shared\/inbox\/pull\/(?:fresh-pull|sync-mailbox)/],
    ["the sanitiser", () => ["sending/send-batch"], /node_modules\/(sanitize-html|htmlparser2)\//],
    ["what stores a page of mail", () => ["jobs/deliver", "jobs/sync-mailbox"], /shared\/inbox\/ingest\/store-page/],
    ["the scheduler's client", () => ["jobs/deliver"], /client-scheduler/],
    ["the queues' client", () => queueing, /client-sqs/],
    [
      "the tables of charsets",
      () => [
        "console/get-frame",
        "inbox/forward-message",
        "inbox/forward-thread",
        "inbox/get-attachment",
        "jobs/settle-world",
        "sandbox/move-clock",
      ],
      /node_modules\/iconv-lite\//,
    ],
  ] as const satisfies readonly (readonly [string, () => readonly FunctionId[], RegExp])[])(
    "keep out of what a cold start reads, and load later: %s",
    (_what, holders, path) => {
      for (const id of holders()) {
        const started = startOf(id).flatMap(({ inputs }) => Object.keys(inputs));
        expect(
          started.filter((input) => path.test(input)),
          id,
        ).toEqual([]);
      }
    },
  );

  it("load each part that comes later from their own folder", () => {
    const load = `for (const path of process.argv.slice(1)) await import(path);`;
    const parts = ids.flatMap((id) => filesOf(id).filter((file) => !startOf(id).includes(file)));

    expect(parts.length).toBeGreaterThan(10);
    expect(() => execFileSync(process.execPath, [...AS_MODULE, load, ...parts.map(({ path }) => path)], { env: {} })).not.toThrow();
  }, 300_000);

  it("carry the documentation's guides and its viewer only where they are read", () => {
    const carriers = ids.filter((id) => existsSync(join(bundles.codeDirOf(id), "docs")));
    expect(carriers).toEqual(needing("docsFiles"));
    expect(existsSync(join(bundles.codeDirOf("docs/get-file"), "docs", VIEWER_FILE))).toBe(true);
    for (const { file } of [...guides, ...furtherPages])
      for (const id of carriers) expect(existsSync(join(bundles.codeDirOf(id), "docs", file)), `${file} in ${id}`).toBe(true);
  });

  it("carry the words and icons of providers where people see them, and in no worker", () => {
    const { icon } = shownProviders.google;

    const carriers = ids.filter((id) => filesOf(id).some(({ path }) => readFileSync(path, "utf8").includes(icon)));
    expect(carriers.toSorted()).toEqual(["console/get-sign-in-providers", "providers/list"]);
  });

  it("carry one copy of each package", () => {
    for (const id of ids) for (const [name, copies] of packagesOf(id)) expect([...copies], `${name} in ${id}`).toHaveLength(1);
    expect(ids.flatMap(inputsOf).filter((input) => /@(aws-sdk|smithy)\/.*dist-cjs/.test(input))).toEqual([]);
  });

  it("carry zod as zod/mini, without locales", () => {
    // The protocol's SDK is written with the classic one.
    const others = ids.filter((id) => id !== "mcp/call");
    expect([...new Set(others.flatMap(inputsOf))].filter((input) => /zod\/v\d\/(classic|locales)\//.test(input))).toEqual([]);
    expect(carriersOf("@modelcontextprotocol/server")).toEqual(["mcp/call"]);
  });

  it("import nothing but Node's own modules, and parts of packages that are never reached", () => {
    const imported = ids.flatMap((id) =>
      filesOf(id).flatMap(({ imports }) => imports.flatMap(({ path, external: outside }) => (outside ? [path] : []))),
    );

    const foreign = [...new Set(imported)].filter((path) => !path.startsWith("node:") && !builtinModules.includes(path));
    expect(foreign.filter((path) => !external.includes(path))).toEqual([]);
  });

  it.each(["jobs/start-sync", "jobs/sync-mailbox"] as const)(
    "carry no source maps, and a stack of theirs is told in lines of the sources: %s",
    (id) => {
      expect(filesOf(id).filter(({ file }) => file.endsWith(".map"))).toEqual([]);
      const script = `process.env.SECRET_ID = ""; (await import(process.argv[1])).handler({}, {}).catch((error) => console.log(error.stack))`;
      const thrown = execFileSync(process.execPath, [...AS_MODULE, script, join(bundles.codeDirOf(id), "index.mjs")], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      });

      const told = traceStack(thrown, join(mapsDirOf(folder), id));
      expect(told).toMatch(/shared\/[\w/-]+\.ts:\d+/);
    },
  );

  it("load where nothing but their own folder is there, and export a handler without a callback", () => {
    const load = `for (const path of process.argv.slice(1)) { const { handler } = await import(path); if (typeof handler !== "function" || handler.length > 2) throw new Error(path); }`;

    expect(() =>
      execFileSync(process.execPath, [...AS_MODULE, load, ...ids.map((id) => join(bundles.codeDirOf(id), "index.mjs"))], { env: {} }),
    ).not.toThrow();
  });
});
