/** Who may import whom. test/infra/import-rules.test.ts plants a violation of each kind. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from },
  to: { pathNot: [...allowed, "^(node:)?(crypto|buffer)$"] },
});
const ownFolder = (name, also = []) => ({
  name: `adapter-${name}-alone`,
  severity: "error",
  comment: `adapters import domain, runtime/env and their own package only`,
  from: { path: `^shared/adapters/${name}/` },
  to: {
    path: "^shared/(adapters|mapping|http|contract|runtime)/",
    pathNot: [`^shared/adapters/${name}/`, "^shared/runtime/env\\.ts$", ...also],
  },
});
const keptTo = (pkg, folder) => ({
  name: `${pkg.replace(/\W+/g, "-")}-in-${folder.replace(/\W+/g, "-")}`,
  severity: "error",
  comment: `one npm package = one folder: only ${folder} imports ${pkg}`,
  from: { path: "^(functions|shared)/", pathNot: `^${folder}` },
  to: { path: `node_modules/${pkg}/` },
});
/** The parts of the domain, each importing only those before it. */
const parts = ["mail", "mailboxes", "sending", "inbox", "conversations"];
const oneWay = (name, at) => ({
  name: `domain-${name}-below`,
  severity: "error",
  comment: `the domain's imports run one way: ${parts.join(" <- ")}`,
  from: { path: `^shared/domain/${name}/` },
  to: { path: `^shared/domain/(${parts.slice(at + 1).join("|")})/` },
});
module.exports = {
  forbidden: [
    ...parts.slice(0, -1).map(oneWay),
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },

    only(
      "contract-alone",
      "^shared/contract/",
      [
        "^shared/contract/",
        "node_modules/zod/",
        "^shared/domain/mail/(addresses|attachment-rules|header-text|search-query|text-size|write/custom-headers)\\.ts$",
        "^shared/domain/sending/departure/",
        "^shared/domain/inbox/pull/polling\\.ts$",
        "^shared/domain/sending/wake/sends-per-wake\\.ts$",
        "^shared/domain/events/(event|published-fields)\\.ts$",
        "^shared/domain/audit-log/entry\\.ts$",
        "^shared/domain/metrics/span\\.ts$",
        "^shared/domain/auth/bound-kind\\.ts$",
        "^shared/domain/world\\.ts$",
        "^package\\.json$",
      ],
      "contract imports zod, the version, the pure field rules that the domain needs too (one 400 names every bad field), how often mail is polled, the types of events with the fields of records that they have, what the audit log tells of, the periods of metrics, the kinds of records to which keys are bound, and the time of the world in which a request is",
    ),
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
        "node_modules/(preact|preact-iso|@preact/signals|@preact/signals-core|@tanstack/preact-query|uplot|dompurify)/",
      ],
      "the console knows the API by its client alone, and uses its own packages",
    ),
    {
      name: "console-unseen",
      severity: "error",
      comment: "nothing on the server imports the console's source",
      from: { path: "^(functions|shared|infra)/", pathNot: "^shared/console/" },
      to: { path: "^shared/console/" },
    },
    only(
      "domain-alone",
      "^shared/domain/",
      ["^shared/domain/", "^async_hooks$", "node_modules/iconv-lite/"],
      "domain imports itself, node:crypto, node:async_hooks and the tables of charsets only",
    ),
    only("mapping-pure", "^shared/mapping/", ["^shared/(mapping|contract|domain)/"], "mapping imports contract and domain only"),
    only(
      "http-edge",
      "^shared/http/",
      ["^shared/(http|contract|domain|mapping)/", "^zlib$", "node_modules/(@middy|zod|@types/aws-lambda)/"],
      "http imports contract, domain, middy, node:zlib",
    ),
    {
      name: "functions-use-ports",
      severity: "error",
      comment: "functions never touch adapters nor the whole operations table",
      from: { path: "^functions/" },
      to: { path: "^(shared/adapters/|shared/contract/operations\\.ts|infra/|test/)" },
    },
    {
      name: "runtime-meets",
      severity: "error",
      comment: "only runtime wires adapters to ports",
      from: { path: "^shared/", pathNot: "^shared/(runtime|adapters)/" },
      to: { path: "^shared/adapters/" },
    },
    {
      name: "shared-below",
      severity: "error",
      comment: "shared and functions never import infra or test",
      from: { path: "^(shared|functions)/" },
      to: { path: "^(infra|test)/" },
    },
    ...["mongo", "sqs", "scheduler", "secrets", "smtp", "imap", "oauth", "dns", "html"].map((name) => ownFolder(name)),
    // Whoever opens a connection looks the name up first, by the resolver of the DNS checks.
    ownFolder("egress", ["^shared/adapters/dns/find-addresses\\.ts$"]),
    keptTo("mongodb", "shared/adapters/mongo/"),
    keptTo("nodemailer", "shared/adapters/smtp/"),
    keptTo("imapflow", "shared/adapters/imap/"),
    keptTo("mailparser", "shared/adapters/imap/"),
    keptTo("@aws-sdk/client-sqs", "shared/adapters/sqs/"),
    keptTo("@aws-sdk/client-scheduler", "shared/adapters/scheduler/"),
    keptTo("@aws-sdk/client-secrets-manager", "shared/adapters/secrets/"),
    keptTo("tldts", "shared/adapters/dns/"),
    keptTo("sanitize-html", "shared/adapters/html/"),
    keptTo("iconv-lite", "shared/domain/mail/read/mime/charset.ts"),
    keptTo("@middy", "shared/http/"),
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
