/**
 * How many bytes of disk mail takes on a real mongod (MONGOD_BINARY), by WiredTiger's block compressor: for a sent and for a received mail the
 * records with their indexes, and the bodies. The bodies are prose of this repository's documents as text and HTML, 3.5 KB a mail. DISK_BENCH_MAILS,
 * default 3,000 of each. infra/disk.ts has the results.
 */
import { globSync, readFileSync } from "node:fs";
import type { Document } from "mongodb";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { createIndexes } from "#shared/service/indexes.ts";
import { connectMongo } from "#shared/platform/mongo/database.ts";
import { bodyCollections } from "#shared/platform/mongo/retention.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { startRealMongo } from "#test/support/real-mongod.ts";
import { draftsOf, sendingOnMongo } from "#test/support/sending-stores.ts";
import type { Bench, Row } from "./row.ts";

const mails = Number(process.env["DISK_BENCH_MAILS"] ?? 3_000);
const PAGE = 50;
const sentences = globSync("{infra,shared,test}/**/*.md").flatMap((file) => readFileSync(file, "utf8").split(/(?<=[.:;])\s+/));
let seed = 1;
const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
const paragraphs = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => sentences[random(sentences.length)]?.slice(0, 160)).join(" "));

const bodiesOf = () => {
  const [words, quoted] = [paragraphs(), paragraphs().slice(2)];
  const html = [...words, ...quoted].map((one) => `<p style="margin:0 0 12px;font-family:Arial,sans-serif">${one}</p>`).join("\n");
  return { text: [...words, ...quoted.map((one) => `> ${one}`)].join("\n\n"), html };
};

/** Fills an empty database as deliveries and pulls do; the bytes on disk by collection. */
const fill = async (uri: string, compressor: string): Promise<ReadonlyMap<string, Document>> => {
  const connect = connectMongo(async () => uri);
  const database = await connect();
  const engine = { storageEngine: { wiredTiger: { configString: `block_compressor=${compressor}` } } };
  const names = ["sends", "sendBodies", "messages", "messageBodies", "threads", "threadLinks", "events", "ledger"];
  for (const name of names) await database.raw.createCollection(name, engine);
  await createIndexes(database);
  const sending = sendingOnMongo(connect);
  const store = inboxStore(connect);
  for (let at = 0; at < mails; at += PAGE) {
    const userId = await sending.user(PAGE);
    const words = Array.from({ length: PAGE }, bodiesOf);
    const drafts = draftsOf(
      userId,
      words.map(({ text, html }, n) => ({
        to: { name: "Jane Doe", email: `p${at + n}@peer.test` },
        subject: `Numbers ${at + n}`,
        bodyText: text,
        bodyHtml: html,
      })),
    );
    await sending.acceptedSends.accept(userId, drafts);
    const claim = await sending.deliveries.claim(drafts[0]!.send.mailboxId, { size: PAGE });
    if (claim.kind !== "claimed") throw new Error(claim.kind);
    for (const { send } of claim.drafts) await sending.deliveries.intend(claim.token, send);
    for (const { send } of claim.drafts) await sending.deliveries.succeed(send);
    await mongoEventOutbox(connect).publish(
      "sends",
      claim.drafts.map(({ send }) => send.id),
    );
    const received = words.map(({ text, html }, n) => ({
      from: `Jane Doe <p${at + n}@peer.test>`,
      subject: `Re: Numbers ${at + n}`,
      headers: { "MIME-Version": "1.0", "Content-Type": 'multipart/alternative; boundary="b"' },
      body: [
        "",
        "--b",
        "Content-Type: text/plain; charset=utf-8",
        "",
        text,
        "--b",
        "Content-Type: text/html; charset=utf-8",
        "",
        html,
        "--b--",
      ].join("\n"),
    }));
    await store.receive(received);
    await mongoEventOutbox(connect).publish(
      "messages",
      (await store.messages.list(store.userId, {}, { limit: PAGE, offset: 0 })).map(({ id }) => id),
    );
  }
  await database.raw.admin().command({ fsync: 1 });
  const stats = await Promise.all(names.map(async (name) => [name, await database.raw.command({ collStats: name })] as const));
  await database.close();
  return new Map(stats);
};

const ofSent = ["sends", "ledger", "events"];
const ofReceived = ["messages", "threads", "threadLinks"];

export const bench: Bench = async () => {
  const binary = process.env["MONGOD_BINARY"];
  if (binary === undefined) {
    console.log("disk skipped: MONGOD_BINARY is not set");
    return [];
  }
  const mongo = await startRealMongo(binary, 1);
  try {
    const rows: Row[] = [];
    for (const compressor of ["none", "snappy", "zstd"]) {
      const stats = await fill(mongo.uriOf(`disk_${compressor}`), compressor);
      const each = (names: readonly string[], field: string) =>
        names.reduce((sum, name) => sum + Number(stats.get(name)?.[field]), 0) / mails;
      const both = (names: readonly string[]) => each(names, "storageSize") + each(names, "totalIndexSize");
      const row = (name: string, ours: number): Row => ({ name: `${compressor}: ${name}`, unit: "bytes", ours });
      rows.push(
        row("a sent mail's records with indexes", both(ofSent)),
        row("their indexes alone", each(ofSent, "totalIndexSize")),
        row("a received mail's records with indexes", both(ofReceived)),
        row("their indexes alone", each(ofReceived, "totalIndexSize")),
        row("a sent mail's bodies", both(["sendBodies"])),
        row("a received mail's bodies", both(["messageBodies"])),
        row(
          "a body as BSON",
          each(
            bodyCollections.filter((name) => name === "messageBodies"),
            "size",
          ),
        ),
      );
    }
    return rows;
  } finally {
    await mongo.stop();
  }
};
