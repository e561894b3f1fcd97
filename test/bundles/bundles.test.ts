import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleFunctions, type Bundles, external, mapsDirOf } from "#infra/bundle.ts";
import { leftOut } from "#infra/lean-driver.ts";
import { traceStack } from "#infra/trace.ts";
import { type FunctionId, functionIds as ids } from "#infra/functions.ts";
import { furtherPages, guides, VIEWER_FILE } from "#shared/contract/docs.ts";
import { needing } from "#test/support/needs.ts";

const folder = mkdtempSync(join(tmpdir(), "bundles-"));
afterAll(() => {
  for (const dir of [folder, mapsDirOf(folder)]) rmSync(dir, { recursive: true, force: true });
});

let bundles: Bundles;
beforeAll(async () => {
  bundles = await bundleFunctions(folder);
}, 400_000);

/** Functions that put received html into a new message or a page, and so sanitise it. */
const quoting: readonly FunctionId[] = [
  "console/get-frame",
  "inbox/forward-message",
  "inbox/forward-thread",
  "inbox/reply-to-message",
  "inbox/reply-to-thread",
  "sending/follow-up",
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
  add(join(bundles.codeDirOf(id), "index.js"));
  return [...read].map((path) => files.get(path)!);
};
const kilobytes = (files: readonly { readonly path: string }[]) => files.reduce((sum, { path }) => sum + statSync(path).size, 0) / 1024;

/** Functions that log in to a server which takes mail. */
const submitting: readonly FunctionId[] = [
  "connect/callback",
  "connect/submit",
  "jobs/deliver",
  "mailboxes/configure-inbox",
  "mailboxes/connect",
  "mailboxes/patch",
  "mailboxes/test",
];

const queueing = needing("sendQueue", "probeQueue", "syncQueue", "webhooksQueue", "slowWebhooksQueue", "sandboxQueue");

/** What those weigh at most whose cold imports are measured (test/bench/bundles.ts), in KB at the start. */
const measured: Readonly<Partial<Record<FunctionId, number>>> = {
  "auth/login": 593,
  "sending/send": 642,
  "sending/send-batch": 667,
  "jobs/deliver": 742,
  "jobs/probe": 602,
  "jobs/sync-mailbox": 660,
};

/** Functions that show bounces, and more than the least. */
const classing: readonly FunctionId[] = [
  ...quoting,
  "inbox/list-messages",
  "inbox/patch-message",
  "jobs/settle-world",
  "sandbox/move-clock",
  "sending/patch",
];

/** Functions that open a stored mail's files. */
const opening: readonly FunctionId[] = [
  "inbox/forward-message",
  "inbox/forward-thread",
  "inbox/get-attachment",
  "jobs/settle-world",
  "sandbox/move-clock",
];

/** What a function may weigh, in KB: what every cold start reads, and all with the parts that are loaded when needed. A ratchet: lower it when it has room. */
const budgetOf = (id: FunctionId): { readonly start: number; readonly all: number } => {
  // The words of the whole documentation.
  if (id === "docs/get-page" || id === "docs/get-file") return { start: 156, all: 156 };
  if (id === "docs/get-openapi") return { start: 230, all: 230 };
  if (!needing("database", "secret").includes(id)) return { start: 106, all: 106 };
  const extra = (ids: readonly FunctionId[], more: number) => (ids.includes(id) ? more : 0);
  const start =
    measured[id] ??
    690 +
      extra(needing("mail"), 28) +
      // The table of providers, and what reads a domain's answers.
      extra(needing("discovery"), 23) +
      // The words of nine languages.
      extra(["connect/show", "connect/submit", "connect/callback"], 39) +
      extra(["console/get-frame"], 41) +
      // The phrases by which bounces are classed, without their examples, where a send, a message or an event is shown.
      extra(classing, 31) +
      // What delivers, reads and posts, in one function.
      extra(["sandbox/move-clock", "jobs/settle-world"], 155) +
      // The tables of charsets, where files are read out of signed mail.
      extra(opening, 240) +
      // The sanitiser, and the phrases of all languages.
      extra(quoting, 198);
  // What makes follow-ups is loaded with the first batch that has one.
  if (id === "sending/send-batch") return { start, all: start + 480 };
  // What stores a page of mail is loaded with the first one.
  if (id === "sandbox/move-clock" || id === "jobs/settle-world") return { start, all: start + 300 };
  // What reads mail is loaded with the first mail, what speaks with servers with the first connection, the queues' client with the first message,
  // the public suffix list where a domain has no DMARC record of its own.
  return { start, all: needing("mail").includes(id) ? 2_200 : start + extra(queueing, 44) + extra(needing("dns"), 133) };
};

/** Every package in any bundle (S25). */
const carried = [
  "@aws-sdk/client-scheduler @aws-sdk/client-secrets-manager @aws-sdk/client-sqs @aws-sdk/core @aws-sdk/credential-provider-env",
  "@aws-sdk/middleware-sdk-sqs @aws/lambda-invoke-store @smithy/core @smithy/node-http-handler @smithy/signature-v4 @smithy/types",
  "bson memory-pager mongodb mongodb-connection-string-url @mongodb-js/saslprep sparse-bitfield @middy/core zod tldts tldts-core",
  "imapflow encoding-japanese iconv-lite libbase64 libmime libqp nodemailer safer-buffer @zone-eu/mailsplit ip-address smart-buffer socks",
  "pino @pinojs/redact atomic-sleep on-exit-leak-free pino-std-serializers quick-format-unescaped safe-stable-stringify sonic-boom thread-stream",
  "sanitize-html dom-serializer domelementtype domhandler domutils entities escape-string-regexp htmlparser2 is-plain-object launder",
  "parse-srcset",
  "markdown-it linkify-it mdurl punycode.js uc.micro",
].flatMap((names) => names.split(" "));

describe("the bundles", () => {
  it("reach the ports that the reviewed list says, from which their grants and environment follow", async () => {
    const list = ids.toSorted().map((id) => `${id}: ${bundles.needsOf(id).join(", ") || "nothing"}\n`);

    await expect(list.join("")).toMatchFileSnapshot("needs.txt");
  });

  it.each(ids)("weigh no more than their budget: %s", (id) => {
    const files = filesOf(id);
    const { start, all } = budgetOf(id);

    expect(kilobytes(startOf(id))).toBeLessThan(start);
    expect(kilobytes(files)).toBeLessThan(all);
  });

  it.each([
    ["mongodb", () => [...needing("database"), "jobs/migrate"]],
    ["@aws-sdk/client-secrets-manager", () => needing("secret")],
    ["@aws-sdk/client-sqs", () => queueing],
    ["@aws-sdk/client-scheduler", () => needing("createSchedules", "deleteSchedules")],
    ["imapflow", () => needing("mail")],
    ["nodemailer", () => submitting],
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
    ["what pulls mailboxes", () => ["inbox/list-messages"], /shared\/domain\/inbox\/pull\/(?:fresh-pull|sync-mailbox)/],
    ["the sanitiser", () => ["sending/send-batch"], /node_modules\/(sanitize-html|htmlparser2)\//],
    ["what stores a page of mail", () => ["jobs/deliver", "jobs/sync-mailbox"], /shared\/domain\/inbox\/store\/store-page/],
    ["the scheduler's client", () => ["jobs/deliver"], /client-scheduler/],
    ["the queues' client", () => queueing, /client-sqs/],
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

  it("read one file at a cold start", () => {
    const load = `for (const path of process.argv.slice(1)) require(path); console.log(Object.keys(require.cache).join("\\n"));`;
    const entries = ids.map((id) => join(bundles.codeDirOf(id), "index.js"));

    const read = execFileSync(process.execPath, ["-e", load, ...entries], { env: {}, encoding: "utf8" })
      .trim()
      .split("\n");
    expect(read.toSorted()).toEqual(entries.toSorted());
  });

  it("have few arrow functions, which V8 parses whole at a cold start", () => {
    const text = readFileSync(join(bundles.codeDirOf("jobs/deliver"), "index.js"), "utf8");

    expect(text.split("=>").length).toBeLessThan(1_750);
  });

  it("leave out the driver's parts that no function uses, which throw where they are called", () => {
    expect(leftOut.filter((part) => !existsSync(`node_modules/mongodb/src/${part}.ts`))).toEqual([]);
    const text = readFileSync(join(bundles.codeDirOf("auth/login"), "index.js"), "utf8");
    for (const name of ["AutoEncrypter", "MongoDBAWS", "MongoDBOIDC", "ChangeStream", "ClientBulkWriteExecutor"])
      expect(text.includes(`${name} of the MongoDB driver is left out`), name).toBe(true);
    expect(inputsOf("auth/login").filter((path) => /client-side-encryption\/state_machine|change_stream_cursor/.test(path))).toEqual([]);
  });

  it("carry of the contract what they read, without examples", () => {
    const text = readFileSync(join(bundles.codeDirOf("sending/send-batch"), "index.js"), "utf8");

    const carries = (words: string) => text.includes(words);
    expect(carries("must have at least one email")).toBe(true);
    expect(carries("must be a domain such as example.com")).toBe(false);
    expect(carries("boss@sandbox.test")).toBe(false);
  });

  it("load each part that comes later from their own folder", () => {
    const load = `for (const path of process.argv.slice(1)) if (require(path) !== require(path)) throw new Error(path);`;
    const parts = ids.flatMap((id) => filesOf(id).filter((file) => !startOf(id).includes(file)));

    expect(parts.length).toBeGreaterThan(10);
    expect(() => execFileSync(process.execPath, ["-e", load, ...parts.map(({ path }) => path)], { env: {} })).not.toThrow();
  });

  it("carry the words of the documentation, its guides and its viewer only where they are read", () => {
    const sentence = "How many emails the account may still send";
    const saying = ids.filter((id) => filesOf(id).some(({ path }) => readFileSync(path, "utf8").includes(sentence)));
    expect(saying).toEqual(["docs/get-openapi"]);
    const carriers = ids.filter((id) => existsSync(join(bundles.codeDirOf(id), "docs")));
    expect(carriers).toEqual(needing("docsFiles"));
    expect(existsSync(join(bundles.codeDirOf("docs/get-file"), "docs", VIEWER_FILE))).toBe(true);
    for (const { file } of [...guides, ...furtherPages])
      for (const id of carriers) expect(existsSync(join(bundles.codeDirOf(id), "docs", file)), `${file} in ${id}`).toBe(true);
  });

  it("carry the phrases of languages and mail systems without the examples, which tests read", () => {
    const text = filesOf("jobs/sync-mailbox")
      .map(({ path }) => readFileSync(path, "utf8"))
      .join("");

    expect(text).toContain("original message");
    expect(text).not.toContain("----- Original message -----");
    expect(text).not.toContain("Un-deliverable mail");
  });

  it("carry one copy of each package", () => {
    for (const id of ids) for (const [name, copies] of packagesOf(id)) expect([...copies], `${name} in ${id}`).toHaveLength(1);
    expect(ids.flatMap(inputsOf).filter((input) => /@(aws-sdk|smithy)\/.*dist-cjs/.test(input))).toEqual([]);
  });

  it("carry zod as zod/mini, without locales", () => {
    expect([...new Set(ids.flatMap(inputsOf))].filter((input) => /zod\/v\d\/(classic|locales)\//.test(input))).toEqual([]);
  });

  it("import nothing but Node's own modules, and parts of packages that are never reached", () => {
    const imported = ids.flatMap((id) =>
      filesOf(id).flatMap(({ imports }) => imports.flatMap(({ path, external: outside }) => (outside ? [path] : []))),
    );

    const foreign = [...new Set(imported)].filter((path) => !path.startsWith("node:") && !builtinModules.includes(path));
    expect(foreign.filter((path) => ![...external, "socks"].includes(path))).toEqual([]);
  });

  it("say that they are CommonJS, which Lambda's runtime asks of the folder", () => {
    for (const id of ids) expect(readFileSync(join(bundles.codeDirOf(id), "package.json"), "utf8"), id).toBe('{"type":"commonjs"}\n');
  });

  it.each(["jobs/start-sync", "jobs/sync-mailbox"] as const)(
    "carry no source maps, and a stack of theirs is told in lines of the sources: %s",
    (id) => {
      expect(filesOf(id).filter(({ file }) => file.endsWith(".map"))).toEqual([]);
      const script = `process.env.SECRET_ID = ""; require(process.argv[1]).handler({}, {}).catch((error) => console.log(error.stack))`;
      const thrown = execFileSync(process.execPath, ["-e", script, join(bundles.codeDirOf(id), "index.js")], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      });

      const told = traceStack(thrown, join(mapsDirOf(folder), id));
      expect(told).toMatch(/shared\/[\w/-]+\.ts:\d+/);
    },
  );

  it("load where nothing but their own folder is there, and export a handler without a callback", () => {
    const load = `for (const path of process.argv.slice(1)) { const { handler } = require(path); if (typeof handler !== "function" || handler.length > 2) throw new Error(path); }`;

    expect(() =>
      execFileSync(process.execPath, ["-e", load, ...ids.map((id) => join(bundles.codeDirOf(id), "index.js"))], { env: {} }),
    ).not.toThrow();
  });
});
