/** Who may import whom. test/infra/import-rules.test.ts plants a violation of each kind. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from },
  to: { pathNot: [...allowed, "^(node:)?(crypto|buffer)$"] },
});
const keptTo = (pkg, ...folders) => ({
  name: `${pkg.replace(/\W+/g, "-")}-in-${folders[0].replace(/\W+/g, "-")}`,
  severity: "error",
  comment: `one npm package = one place: only ${folders.join(" and ")} imports ${pkg}`,
  from: { path: "^(functions|shared)/", pathNot: folders.map((folder) => `^${folder}`) },
  to: { path: `node_modules/${pkg}/` },
});
/** What stores records in MongoDB, and what wires stores to rules: a transaction spans resources, so the order is not theirs. */
const STORE = "^shared/[a-z]+/(store/|store[.]ts$)";
const WIRING = "^shared/[a-z]+/(wiring/|wiring[.]ts$)";
/** The rooms of shared/, each knowing only those before it. */
const order = [
  "mail",
  "platform",
  "providers",
  "api",
  "events",
  "accounts",
  "mailboxes",
  "suppressions",
  "sending",
  "inbox",
  "threads",
  "sequences",
  "webhooks",
  "metrics",
  "attention",
  "connect",
  "sandbox",
  "transports",
  "service",
];
/** What a room knows of a later one all the same, and why. */
const known = {
  platform: {
    paths: [
      "^shared/mailboxes/(mailbox|connection/mail-failure)[.]ts$",
      "^shared/sending/ports/wake-ups[.]ts$",
      "^shared/inbox/pull/polling[.]ts$",
      "^shared/service/queue-messages[.]ts$",
    ],
    why: "the proxy of a mailbox, how connections fail, what a schedule wakes, the names of the queues and the default interval of polls",
  },
  api: {
    paths: ["^shared/accounts/(audit-log|auth/(ports|request-ports|bounds|api-key))[.]ts$"],
    why: "every request is let in by an account's key, with its bounds, and leaves an entry in the audit log",
  },
  events: {
    paths: [
      "^shared/(connect|inbox|mailboxes|sending|suppressions|webhooks|accounts)/contract/",
      "^shared/(connect/connect-link|inbox/message|mailboxes/mailbox|sending/(send|recipients|shown-bounce)|suppressions/suppression|threads/thread|webhooks/webhook|accounts/credits)[.]ts$",
    ],
    why: "an event has fields of the record that it is about",
  },
  accounts: { paths: ["^shared/mailboxes/(mailbox|ports)[.]ts$"], why: "keys are bound to mailboxes" },
};
const below = (name, at) => ({
  name: `${name}-below`,
  severity: "error",
  comment: `the rooms' imports run one way: ${order.join(" <- ")}${known[name] ? `; but ${known[name].why}` : ""}`,
  from: { path: `^shared/${name}/`, pathNot: [STORE, WIRING] },
  to: { path: `^shared/(${order.slice(at + 1).join("|")})/`, pathNot: known[name]?.paths ?? [] },
});
module.exports = {
  forbidden: [
    ...order.slice(0, -1).map(below),
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    only(
      "client-alone",
      "^shared/client/",
      ["^shared/client/", "^(node:)?(fs|os|path|util|stream)"],
      "the client is a package of its own: it imports itself and Node's modules",
    ),
    only(
      "console-alone",
      "^shared/console/",
      [
        "^shared/console/",
        "^shared/client/",
        "^shared/events/event[.]ts$",
        "node_modules/(preact|preact-iso|@preact/signals|@preact/signals-core|@tanstack/preact-query|@tiptap/[\\w-]+|uplot|dompurify)/",
      ],
      "the console knows the API by its client and the table of events alone, and uses its own packages",
    ),
    {
      name: "console-unseen",
      severity: "error",
      comment: "nothing on the server imports the console's source",
      from: { path: "^(functions|shared|infra)/", pathNot: "^shared/console/" },
      to: { path: "^shared/console/" },
    },
    only(
      "mail-alone",
      "^shared/mail/",
      ["^shared/mail/", "node_modules/iconv-lite/"],
      "mail imports itself and the tables of charsets only",
    ),
    {
      name: "wiring-meets",
      severity: "error",
      comment: "only wiring imports stores, and stores each other",
      from: { path: "^(functions|shared)/", pathNot: [STORE, WIRING, "^shared/service/"] },
      to: { path: STORE },
    },
    {
      name: "stores-below-wiring",
      severity: "error",
      comment: "stores and rules do not know how they are wired",
      from: { path: "^shared/", pathNot: [WIRING, "^shared/service/"] },
      to: { path: WIRING },
    },
    {
      name: "functions-use-wiring",
      severity: "error",
      comment: "functions never touch stores, transports nor the whole operations table",
      from: { path: "^functions/" },
      to: { path: `(${STORE}|^shared/transports/|^shared/service/operations[.]ts$|^infra/|^test/)` },
    },
    {
      name: "shared-below",
      severity: "error",
      comment: "shared and functions never import infra or test",
      from: { path: "^(shared|functions)/" },
      to: { path: "^(infra|test)/" },
    },
    keptTo("mongodb", "shared/platform/mongo/", "shared/[a-z]+/store(/|[.]ts)", "shared/service/(restore/|indexes[.]ts)"),
    keptTo("nodemailer", "shared/transports/smtp/"),
    keptTo("imapflow", "shared/transports/imap/"),
    keptTo("mailparser", "shared/transports/imap/"),
    keptTo("@aws-sdk/client-sqs", "shared/platform/put-messages[.]ts"),
    keptTo("@aws-sdk/client-scheduler", "shared/platform/schedules[.]ts"),
    keptTo("@aws-sdk/client-secrets-manager", "shared/platform/secret[.]ts"),
    keptTo("@smithy/signature-v4", "shared/platform/s3[.]ts"),
    keptTo("tldts", "shared/mailboxes/dns/"),
    keptTo("sanitize-html", "shared/platform/html/"),
    keptTo("iconv-lite", "shared/mail/read/mime/charset.ts"),
    keptTo("@middy", "shared/api/http/"),
    keptTo("@modelcontextprotocol", "shared/service/mcp/"),
    keptTo("preact", "shared/console/"),
    keptTo("uplot", "shared/console/"),
    keptTo("dompurify", "shared/console/"),
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
