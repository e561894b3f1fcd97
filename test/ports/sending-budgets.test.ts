import { expect, it } from "vitest";
import type { Send } from "#shared/sending/send.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

type Rig = Awaited<ReturnType<typeof sendingRig>>;

/** A ratchet: the commands that accepting and delivering cost, each a round trip. Times are noise; these counts are not. Lower one when it has room. */
const budgets = {
  // Wallet, ledger, sends, bodies, commit: two more than a bare transaction that inserts one document less.
  "accepting one": 5,
  "accepting 25": 5,
  "delivering one": 25,
  // Of each email: the stops, the intent, the outcome; of all: the claim and its bodies, follow-ups and events.
  "delivering 10": 25 + 9 * 3,
  // Of each copy: that it is filed.
  "delivering 10 with a copy for Sent": 25 + 9 * 3 + 15,
};

const smtpServer = smtpServers();

describeOnMongo("sending", (connect) => {
  const rigOf = async (hasImap = false) => {
    const mailbox = hasImap ? {} : { imap: undefined };
    const rig = await sendingRig({ connect, smtp: await smtpServer({}), mailbox: mailbox as object });
    // The first claim of a mailbox counts its day.
    await rig.accept({});
    await rig.deliver();
    return rig;
  };
  const delivery = async (count: number, hasImap?: boolean) => {
    const rig = await rigOf(hasImap);
    const sends = await rig.accept(...Array.from({ length: count }, () => ({})));
    return { rig, sends, work: () => rig.deliver() };
  };
  const acceptance = async (count: number) => {
    const rig = await rigOf();
    return { rig, sends: [], work: () => rig.accept(...Array.from({ length: count }, () => ({}))) };
  };
  const works: Record<
    keyof typeof budgets,
    () => Promise<{ readonly rig: Rig; readonly sends: readonly Send[]; readonly work: () => Promise<unknown> }>
  > = {
    "accepting one": () => acceptance(1),
    "accepting 25": () => acceptance(25),
    "delivering one": () => delivery(1),
    "delivering 10": () => delivery(10),
    "delivering 10 with a copy for Sent": () => delivery(10, true),
  };

  it.each(Object.entries(budgets))("stays within its budget: %s", async (name, budget) => {
    const { rig, sends, work } = await works[name as keyof typeof budgets]();

    const { commands } = await countDocuments(connect, work);

    expect(commands).toBeLessThanOrEqual(budget);
    expect(new Set(await rig.statuses(sends))).toEqual(new Set(sends.map(() => "sent")));
  });
});
