import { fileURLToPath } from "node:url";
import MailComposer from "nodemailer/lib/mail-composer/index.js";
import { buildMime } from "#shared/domain/sending/build-mime.ts";

const paragraph = "Dear Jane, the numbers of this week are in: 1,204 opened, 37 answered, and the façade needs a new coat of paint. ";
const mail = {
  from: { name: "Zoë Müller", address: "zoe@example.com" },
  to: "jane@example.net",
  replyTo: "team@example.com",
  subject: "Grüße: the numbers of this week",
  date: new Date("2026-11-20T10:15:00Z"),
  messageId: "<66aa00000000000000000000.0123456789abcdef0123456789abcdef@example.com>",
  inReplyTo: "<parent@example.net>",
  references: ["<root@example.net>", "<parent@example.net>"],
  headers: { "X-Campaign": "weekly", "List-Unsubscribe": "<https://example.com/u/1>" },
  text: `${paragraph}\n`.repeat(23),
  html: `<p style="margin:0">${paragraph}</p>\n`.repeat(22),
};

const compose = () =>
  new MailComposer({
    ...mail,
    from: { name: mail.from.name, address: mail.from.address },
    references: [...mail.references],
    headers: { ...mail.headers },
  })
    .compile()
    .build();

async function perSecond(build: () => unknown, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let built = 0;
  while (performance.now() < end) {
    for (let i = 0; i < 20; i++) await build();
    built += 20;
  }
  return built / seconds;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Messages a second of our builder and of nodemailer's composer on the same mail: the median of alternating rounds in one process. */
export async function benchBuildMime(rounds = 9, seconds = 0.3) {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let i = 0; i < rounds; i++) {
    ours.push(await perSecond(() => buildMime(mail), seconds));
    theirs.push(await perSecond(compose, seconds));
  }
  return { octets: buildMime(mail).length, oursPerSecond: Math.round(median(ours)), nodemailerPerSecond: Math.round(median(theirs)) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await benchBuildMime());
