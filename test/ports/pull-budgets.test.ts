import { expect, it } from "vitest";
import { countDocuments } from "#test/support/count-documents.ts";
import { largeMail, smallMail } from "#test/support/lied-world.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { scriptedImap } from "#test/support/scripted-imap.ts";
import { syncWorld } from "#test/support/sync-world.ts";

const server = await scriptedImap();
const small = (count: number) => Array.from({ length: count }, (_, n) => smallMail(n));
const FEW = 20;
const opened = ["LOGIN", "LIST", "EXAMINE", "UID SEARCH"];
const fetches = (count: number) => Array.from({ length: count }, () => "UID FETCH");

interface Budget {
  readonly mails: readonly Buffer[];
  /** False for a mailbox that was pulled before. */
  readonly isFirst: boolean;
  /** What the mail server is asked, in order; each is a round trip. */
  readonly asked: readonly string[];
  /** The octets of its answers. */
  readonly octets: number;
  /** The commands that MongoDB gets. */
  readonly commands: number;
}

/** A ratchet: what a pull costs, whatever machine it runs on. A later pull also compares the folder's last messages with those that are known. */
const pulls: Readonly<Record<string, Budget>> = {
  "nothing new": { mails: [], isFirst: false, asked: ["LOGIN", "LIST"], octets: 800, commands: 4 },
  "a new mail": { mails: small(1), isFirst: false, asked: [...opened, ...fetches(3)], octets: 1_700, commands: 24 },
  "the first 500": { mails: small(500), isFirst: true, asked: [...opened, ...fetches(3)], octets: 175_000, commands: 43 },
  "two pages of a backlog": {
    mails: small(1_000),
    isFirst: false,
    asked: [...opened, "UID SEARCH", "UID SEARCH", ...fetches(6)],
    octets: 350_000,
    commands: 58,
  },
  "large mails, of which only the words are read": {
    mails: Array.from({ length: FEW }, (_, n) => largeMail(n)),
    isFirst: true,
    asked: [...opened, ...fetches(3)],
    octets: 920 * FEW,
    commands: 27,
  },
};

describeOnMongo("a pull", (connect) => {
  const world = syncWorld(connect, () => ({ host: "localhost", port: 993, password: "sandbox" }), { mailReader: server.reader });

  it.each(Object.entries(pulls))("stays within its budget: %s", async (_, { mails, isFirst, asked, octets, commands }) => {
    const mailbox = await world.mailbox({ email: `u${mails.length}@sender.example` });
    if (!isFirst) {
      server.store.deliver(mailbox.email, smallMail(5_000));
      await world.pull(mailbox);
    }
    for (const raw of mails) server.store.deliver(mailbox.email, raw);
    let answered = 0;
    server.script = (answer) => {
      answered += answer.length;
      return [answer];
    };
    server.commands.splice(0);

    const counted = await countDocuments(connect, () => world.pull(mailbox));

    const names = server.commands.map((command) => /^(?:UID )?\w+/.exec(command)?.[0]);
    expect(names).toEqual(asked);
    expect(answered).toBeLessThanOrEqual(octets);
    expect(counted.commands).toBeLessThanOrEqual(commands);
  });
});
