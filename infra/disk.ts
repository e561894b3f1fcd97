import { type ClusterName, clusters, type StageConfig } from "./config.ts";

/** A stage's mail: mailboxes, and emails that it sends a day. */
export interface Load {
  readonly mailboxes: number;
  readonly emailsADay: number;
}

/** The load of the example in infra/cost/README.md: 100 mailboxes that send 100,000 emails a month. */
export const EXAMPLE: Load = { mailboxes: 100, emailsADay: 3_333 };

/** Mails that a mailbox gets in a day; assumed. */
export const MAILS_A_DAY = 20;

/**
 * Bytes on disk of one mail with 3.5 KB of text and HTML: its records with their indexes, which stay, and its bodies, which leave. Measured on a real
 * mongod with snappy, WiredTiger's default; with zstd they would be 2,993, 3,154, 928 and 920 (`npm run bench -- --only disk`; MongoDB, "WiredTiger
 * Storage Engine", Compression).
 */
const bytesOnDisk = { sentRecords: 3_493, receivedRecords: 3_678, sentBodies: 1_570, receivedBodies: 1_469 } as const;

/** The part of a disk that data may take: the oplog, journal and free blocks take the rest. Assumed. */
const FOR_DATA = 0.8;
const GB = 2 ** 30;
/** A disk that lasts longer than this, days (ten years), is not reported as full. */
const MOST_DAYS = 3_650;
/** An alarm rings so long before the disk is full, days. */
const WARNED_DAYS = 30;

type Kept = Pick<StageConfig, "cluster" | "bodiesKeptDays" | "bodiesInDatabaseDays">;

/** How many days bodies are in the database. */
const bodyDaysOf = ({ bodiesKeptDays, bodiesInDatabaseDays }: Omit<Kept, "cluster">): number =>
  bodiesInDatabaseDays > 0 ? bodiesInDatabaseDays : bodiesKeptDays > 0 ? bodiesKeptDays : Infinity;

/** What a day adds to the disk, bytes: records, and bodies. */
const addedADay = ({ mailboxes, emailsADay }: Load) => {
  const received = mailboxes * MAILS_A_DAY;
  return {
    records: emailsADay * bytesOnDisk.sentRecords + received * bytesOnDisk.receivedRecords,
    bodies: emailsADay * bytesOnDisk.sentBodies + received * bytesOnDisk.receivedBodies,
  };
};

/** The size of a stage's data after this many days, GB; `bodySize` scales the measured size of bodies. */
export const storedGb = (kept: Omit<Kept, "cluster">, load: Load, days: number, bodySize = 1): number => {
  const { records, bodies } = addedADay(load);
  return (records * days + bodySize * bodies * Math.min(days, bodyDaysOf(kept))) / GB;
};

/** After how many whole days a disk of `gb` is full, ten years at most: bodies stop adding up once the oldest leave. */
const daysUntil = (kept: Kept, load: Load, gb: number): number => {
  const room = gb * FOR_DATA * GB;
  const { records, bodies } = addedADay(load);
  const bodyDays = bodyDaysOf(kept);
  const whileBodiesGrow = room / (records + bodies);
  const days = whileBodiesGrow <= bodyDays ? whileBodiesGrow : (room - bodies * bodyDays) / records;
  return Math.min(MOST_DAYS, Math.floor(days));
};

/** The days until a tier's included and its largest disk are full, and the used part of the included one, per cent, at which 30 days are left. */
export const diskOf = (kept: Kept, load: Load) => {
  const { disk } = clusters[kept.cluster];
  const days = daysUntil(kept, load, disk.includedGb);
  const warned = Math.max(0, days - WARNED_DAYS);
  return {
    days,
    mostDays: daysUntil(kept, load, disk.mostGb),
    warnAtPercent: Math.floor((100 * storedGb(kept, load, warned)) / disk.includedGb + 100 * (1 - FOR_DATA)),
  };
};

const shown = (days: number): string => (days >= MOST_DAYS ? "more than ten years" : `${days.toLocaleString("en")} days`);

/** When the disk of a stage will be full, in sentences. */
export const diskSentence = (kept: Kept, load: Load): string => {
  const { days, mostDays, warnAtPercent } = diskOf(kept, load);
  const { disk } = clusters[kept.cluster];
  const each = `${load.mailboxes.toLocaleString("en")} mailboxes and ${load.emailsADay.toLocaleString("en")} emails a day`;
  return (
    `${kept.cluster}, ${each}: its ${disk.includedGb} GB are full after ${shown(days)}, ${disk.mostGb} GB (the most) after ${shown(mostDays)}. ` +
    `Set Atlas's alert "Disk space % used" to ${warnAtPercent} %: ${WARNED_DAYS} days before the ${disk.includedGb} GB are full`
  );
};

/** The same for every tier, as rows of a Markdown table in infra/atlas.md. */
export const diskTable = (kept: Omit<Kept, "cluster">, load: Load): string =>
  [
    "| cluster | disk, GB: included, at most | bodies 7 days in the database: days until full | bodies all their 400 days: days until full |",
    "|---|---|---|---|",
    ...(Object.keys(clusters) as ClusterName[]).map((cluster) => {
      const { includedGb, mostGb } = clusters[cluster].disk;
      const of = (bodiesInDatabaseDays: number) => {
        const { days, mostDays } = diskOf({ ...kept, cluster, bodiesInDatabaseDays }, load);
        return `${shown(days)}, ${shown(mostDays)}`;
      };
      return `| ${cluster} | ${includedGb}, ${mostGb} | ${of(7)} | ${of(0)} |`;
    }),
  ].join("\n");
