import { alarms, CANARIES } from "../functions.ts";
import { jobs } from "#shared/service/jobs.ts";
import { queueNames } from "#shared/service/queue-messages.ts";
import type { Alarm } from "#shared/service/job.ts";
import { atlasDisk, fixedPrices, HOURS_A_MONTH, lambdaCost, type Measured, prices, type Taken } from "./prices.ts";
import { stages } from "../config.ts";
import { MAILS_A_DAY, storedGb } from "../disk.ts";
import {
  batchedBill,
  type Bill,
  dollars,
  fairRequests,
  GB,
  idleCost,
  LOG_BYTES_A_REQUEST,
  logsOf,
  mailboxBill,
  memoryOf,
  row,
  singleBill,
  totalOf,
} from "./tables.ts";

/** The load and the infrastructure of a stage. */
interface StageSize {
  readonly title: string;
  readonly mailboxes: number;
  readonly emails: number;
  readonly cluster: keyof typeof atlasDisk;
  /** Whether it reaches Atlas by a private endpoint, and therefore mail servers by a NAT in two zones. */
  readonly vpc: boolean;
  /** The processes of functions in use at a time, each of which reads its secrets every five minutes; assumed. */
  readonly environments: number;
}

/** A kind of mail. */
interface Mail {
  readonly title: string;
  /** The size of a sent or received email on the wire, bytes. */
  readonly bytes: number;
}

const STAGES: readonly StageSize[] = [
  { title: "100 mailboxes, 100,000 emails", mailboxes: 100, emails: 100_000, cluster: "M10", vpc: false, environments: 12 },
  { title: "1,000 mailboxes, 1 M emails", mailboxes: 1_000, emails: 1_000_000, cluster: "M30", vpc: true, environments: 60 },
  { title: "100,000 mailboxes, 100 M emails", mailboxes: 100_000, emails: 100_000_000, cluster: "M60", vpc: true, environments: 600 },
];
const KB = 1024;
/** The size of email that `npm run cost` measured: some 5 KB plus TLS and commands. */
const MEASURED_BYTES = 6 * KB;
const MAIL: readonly Mail[] = [
  { title: "6 KB", bytes: MEASURED_BYTES },
  { title: "50 KB", bytes: 50 * KB },
];

/** How long prod keeps bodies by default, and how long of that in the database, days (infra/config.ts). */
const { bodiesKeptDays: KEPT_DAYS, bodiesInDatabaseDays: IN_DATABASE_DAYS } = stages.prod;
const DAYS_OF_MONTH = 30;
/** zstd leaves so much of a body; measured on prose in HTML and text (`npm run bench -- --only disk`). */
const ZSTD_LEAVES = 0.3;
/** Reads by the API that a mailbox's user makes in a day, those among them that meet a moved body, and how long one runs, ms; assumed. */
const READS_A_DAY = 100;
const MOVED_READS_A_DAY = 10;
const READ_MS = 30;
/** Of each sent or received mail one event goes to a webhook, whose post takes so long, ms; assumed. */
const POST_MS = 300;
/** Bytes received in a login at a mail server: certificates and greetings, sometimes a resumed session. Assumed. */
const LOGIN_BYTES_IN = 3 * KB;
/** Backups take about twice the size of the data: differing snapshots, and the oplog. Assumed. */
const BACKUP_FACTOR = 2;
const SECRETS = 2;
const SECRET_READS_A_MONTH = (HOURS_A_MONTH * 60) / 5;
const ZONES = 2;
const POLLS_A_MONTH = DAYS_OF_MONTH * 24 * 30;
/** The metrics of a version's alarm: its calls, those that threw, and failures in its log lines. */
const METRICS_OF_VERSION = 3;

/** How many metrics an alarm is billed for. */
const metricsWatched = ({ watches: { of } }: Alarm): number => {
  if (of === "deadLetters") return queueNames.length;
  if (of === "failures") return jobs.length + 1;
  return of === "waiting" ? 2 : 1;
};

/** The metrics for which the alarms of prod are billed. */
export const alarmMetrics = (): number =>
  alarms.reduce((sum, { alarm }) => sum + metricsWatched(alarm), 0) + CANARIES.size * METRICS_OF_VERSION;

/** The name of the custom metric that an alarm watches; undefined when it watches one of AWS's. */
const ownMetric = ({ name, watches }: Alarm): string | undefined => {
  if (watches.of === "metric") return watches.name;
  if (watches.of === "failures") return "MessagesFailed";
  return watches.of === "accessLog" ? name : undefined;
};

/** The number of a stage's custom metrics: those that alarms watch, and the failures of each version. */
export const customMetrics = (): number => new Set(alarms.flatMap(({ alarm }) => ownMetric(alarm) ?? [])).size + CANARIES.size;

/** The measured work, adjusted to this kind of mail: a larger email adds bytes. Processor time stays the same. */
const measuredWith = (m: Measured, { bytes }: Mail): Measured => {
  const more = bytes - MEASURED_BYTES;
  const carrying = (taken: Taken, out: boolean): Taken => ({
    ...taken,
    mailBytesOut: taken.mailBytesOut + (out ? more : 0),
    databaseBytes: taken.databaseBytes + more,
  });
  return {
    ...m,
    accepted: carrying(m.accepted, false),
    acceptedInBatch: carrying(m.acceptedInBatch, false),
    singleEmail: carrying(m.singleEmail, true),
    batchedEmail: carrying(m.batchedEmail, true),
    mailPulled: carrying(m.mailPulled, false),
  };
};

const pulledAMonth = ({ mailboxes }: StageSize): number => mailboxes * MAILS_A_DAY * DAYS_OF_MONTH;
const mailsAMonth = (stage: StageSize): number => stage.emails + pulledAMonth(stage);
/** How much larger than the measured mail a body is. */
const sizeOf = ({ bytes }: Mail): number => bytes / MEASURED_BYTES;

/** What Atlas holds after the days that bodies are kept, GB on its disk. */
const atlasGb = (stage: StageSize, mail: Mail): number => {
  const load = { mailboxes: stage.mailboxes, emailsADay: stage.emails / DAYS_OF_MONTH };
  const kept = { bodiesKeptDays: KEPT_DAYS, bodiesInDatabaseDays: IN_DATABASE_DAYS };
  return storedGb(kept, load, KEPT_DAYS, sizeOf(mail));
};

/** What S3 holds then, GB. */
const s3Gb = (stage: StageSize, { bytes }: Mail): number =>
  (mailsAMonth(stage) * ((KEPT_DAYS - IN_DATABASE_DAYS) / DAYS_OF_MONTH) * bytes * ZSTD_LEAVES) / GB;

/** The PUT of each body, and the GETs of those that are read later. */
const s3Requests = (stage: StageSize): number =>
  mailsAMonth(stage) * fixedPrices.s3Put.dollars + stage.mailboxes * MOVED_READS_A_DAY * DAYS_OF_MONTH * fixedPrices.s3Get.dollars;

/** Reads by the API: the request, the function's time, its two log lines. */
const apiReads = ({ mailboxes }: StageSize): number =>
  mailboxes *
  READS_A_DAY *
  DAYS_OF_MONTH *
  (prices.apiRequest + lambdaCost(READ_MS, memoryOf("inbox/list-messages")) + logsOf(LOG_BYTES_A_REQUEST));

/** Posts to webhooks: one call each at worst, with its message on the queue. */
const webhookPosts = (stage: StageSize): number =>
  mailsAMonth(stage) * (lambdaCost(POST_MS, memoryOf("jobs/deliver-webhooks")) + fairRequests);

/** AWS's support takes a share of its own bill alone. */
const supportOf = (aws: number): number =>
  Math.max(fixedPrices.supportLeast.dollars, 0.1 * Math.min(aws, 10_000) + 0.07 * Math.max(0, aws - 10_000));

/** The traffic through the NAT, GB in both directions: sent and received mail, and the logins. */
const natGb = (stage: StageSize, { bytes }: Mail, m: Measured): number => {
  const logins = stage.emails + stage.mailboxes * POLLS_A_MONTH;
  const out = stage.mailboxes * POLLS_A_MONTH * m.poll.mailBytesOut;
  return ((stage.emails + pulledAMonth(stage)) * bytes + logins * LOGIN_BYTES_IN + out) / GB;
};

const itemsOf = (stage: StageSize, mail: Mail, measured: Measured) => {
  const m = measuredWith(measured, mail);
  const [single, batched, mailbox] = [singleBill(m), batchedBill(m), mailboxBill(m)];
  const used = (item: keyof Bill): number => (stage.emails * (single[item] + batched[item])) / 2 + stage.mailboxes * mailbox[item];
  const stored = atlasGb(stage, mail);
  const reads = SECRETS * stage.environments * SECRET_READS_A_MONTH;
  const nat = stage.vpc ? ZONES * HOURS_A_MONTH * fixedPrices.natHour.dollars + natGb(stage, mail, m) * fixedPrices.natGb.dollars : 0;
  const toAtlasGb = used("to Atlas") / prices.zoneGb;
  const endpoint = stage.vpc ? ZONES * HOURS_A_MONTH * fixedPrices.endpointHour.dollars + toAtlasGb * fixedPrices.endpointGb.dollars : 0;
  const aws = {
    functions: used("functions"),
    "API Gateway, SQS": used("API Gateway") + used("SQS"),
    "reads by the API": apiReads(stage),
    webhooks: webhookPosts(stage),
    logs: used("logs"),
    "mail out": used("mail out"),
    "to Atlas": used("to Atlas"),
    "rounds, sweeps, idle queues": idleCost(m),
    alarms: alarmMetrics() * fixedPrices.alarmMetric.dollars,
    metrics: customMetrics() * fixedPrices.customMetric.dollars,
    dashboard: fixedPrices.dashboard.dollars,
    "secrets and their reads": SECRETS * fixedPrices.secret.dollars + reads * fixedPrices.secretRead.dollars,
    NAT: nat,
    "public IPv4 addresses": stage.vpc ? ZONES * HOURS_A_MONTH * fixedPrices.addressHour.dollars : 0,
    "private endpoint": endpoint,
    "S3, bodies": s3Gb(stage, mail) * fixedPrices.s3GbMonth.dollars + fixedPrices.kmsKey.dollars,
    "S3, requests": s3Requests(stage),
  };
  return {
    ...aws,
    "AWS's support": supportOf(Object.values(aws).reduce((sum, value) => sum + value, 0)),
    "Atlas, cluster": prices.atlasHour[stage.cluster] * HOURS_A_MONTH,
    "Atlas, storage above the tier's": Math.max(0, stored - atlasDisk[stage.cluster].has) * fixedPrices.atlasStorage.dollars,
    "Atlas, backup": stored * BACKUP_FACTOR * fixedPrices.atlasBackup.dollars,
  };
};

/** The bill in the names of a stage's rows. */
const unitItems = (bill: Bill, units: number): Readonly<Record<string, number>> => {
  const { "API Gateway": gateway, SQS, ...rest } = bill;
  return Object.fromEntries(Object.entries({ ...rest, "API Gateway, SQS": gateway + SQS }).map(([item, each]) => [item, each * units]));
};

interface Column {
  readonly title: string;
  /** Dollars by row. */
  readonly items: Readonly<Record<string, number>>;
  /** What Atlas and S3 hold; a unit of work has none. */
  readonly holds?: readonly [string, string];
}

const unitColumns = (m: Measured): readonly Column[] => [
  { title: "a million single emails", items: unitItems(singleBill(m), 1_000_000) },
  { title: "a million in batches", items: unitItems(batchedBill(m), 1_000_000) },
  { title: "1,000 mailboxes", items: unitItems(mailboxBill(m), 1_000) },
];

/** A stage's column; with a star where the tier's disk is too small. */
const stageColumn = (m: Measured, stage: StageSize, mail: Mail): Column => {
  const gb = atlasGb(stage, mail);
  const shown = (value: number) => Math.round(value).toLocaleString("en");
  const star = gb <= atlasDisk[stage.cluster].most ? "" : " *";
  return {
    title: `${stage.title}: ${mail.title}`,
    items: itemsOf(stage, mail, m),
    holds: [`${shown(gb)}${star}`, shown(s3Gb(stage, mail))],
  };
};

/** What work and whole stages cost in a month, item by item. */
export const stageTable = (m: Measured): string => {
  // With larger mail the largest stage alone: of the others storage is a small part.
  const stagesOf = STAGES.flatMap((stage, at) =>
    MAIL.slice(0, at === STAGES.length - 1 ? MAIL.length : 1).map((mail) => stageColumn(m, stage, mail)),
  );
  const columns = [...unitColumns(m), ...stagesOf];
  const cell = (value: number | undefined) => (value === undefined ? "" : dollars(value));
  return [
    row(["a month", ...columns.map(({ title }) => title)]),
    `|---|${columns.map(() => "---|").join("")}`,
    ...Object.keys(stagesOf[0]?.items ?? {}).map((name) => row([name, ...columns.map(({ items }) => cell(items[name]))])),
    row(["**together**", ...columns.map(({ items }) => `**${dollars(totalOf(items))}**`)]),
    row(["in Atlas, GB", ...columns.map(({ holds }) => holds?.[0] ?? "")]),
    row(["in S3, GB", ...columns.map(({ holds }) => holds?.[1] ?? "")]),
  ].join("\n");
};
