import MailComposer from "nodemailer/lib/mail-composer/index.js";
import { buildMime } from "#shared/mail/write/build-mime.ts";
import { type Bench, median } from "./row.ts";

const ROUNDS = 9;
const SECONDS = 0.3;

const paragraph = "Dear Jane, the numbers of this week are in: 1,204 opened, 37 answered, and the façade needs a new coat of paint. ";
const mail = {
  from: { name: "Zoë Müller", email: "zoe@example.com" },
  to: { name: "", email: "jane@example.net" },
  replyTo: { name: "", email: "team@example.com" },
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
    from: { name: mail.from.name, address: mail.from.email },
    to: mail.to.email,
    replyTo: mail.replyTo.email,
    references: [...mail.references],
    headers: { ...mail.headers },
  })
    .compile()
    .build();

const perSecond = async (build: () => unknown, seconds: number): Promise<number> => {
  const end = performance.now() + seconds * 1000;
  let built = 0;
  while (performance.now() < end) {
    for (let i = 0; i < 20; i++) await build();
    built += 20;
  }
  return built / seconds;
};

/** Messages a second of our builder and of nodemailer's composer on the same mail: the median of alternating rounds in one process. */
export const bench: Bench = async () => {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await perSecond(() => buildMime(mail), SECONDS));
    theirs.push(await perSecond(compose, SECONDS));
  }
  const name = `building a MIME message of ${buildMime(mail).length} bytes, floor nodemailer's composer`;
  return [{ name, unit: "messages/s", ours: median(ours), floor: median(theirs), target: 5 }];
};
