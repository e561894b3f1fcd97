// T29: random changes on both sides over the HTTP interfaces: a share; CHANGES_CAMPAIGN=1000 runs it at full size.
import { afterAll, expect, it } from "vitest";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { apiChangesWorld, type ApiChangesWorld, subjectOf } from "#test/support/api-changes-world.ts";
import { stopSandbox, type TestedApi, testedApis } from "#test/support/api-world.ts";
import { type OwnersSide, runCampaign } from "#test/support/changes-campaign.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { type Random, seeded } from "#test/support/random.ts";

afterAll(stopSandbox);

const SUBJECTS = Array.from({ length: 8 }, (_, n) => `mail${n}`);
const RANKED = ["Trash", "Junk", "INBOX", "Filed", "Work"];
const WRITES = /^PATCH |^POST \S+\/(?:modify|trash|move)\b/;
const READS = /\$batch$|\/batch\/|\/history\?|\/messages\?/;

const sideOf = (world: ApiChangesWorld, random: Random): OwnersSide => {
  const { email } = world.mailbox;
  const { paths } = world.api;
  const inStore = (path: string) => Object.keys(paths).find((folder) => paths[folder] === path) ?? path;
  const pick = <T>(all: readonly T[]): T => all[random(all.length)]!;
  return {
    all: async () => {
      const copies = world.store.folders(email).flatMap(({ name: folder, messages }) => messages.map((mail) => ({ folder, mail })));
      return [...Map.groupBy(copies, ({ mail }) => mail.id).values()].map((all) => {
        const { raw, flags } = all[0]!.mail;
        const folders = all.map(({ folder }) => folder);
        // A message with several labels is in one folder.
        const folder = RANKED.find((one) => folders.includes(one)) ?? folders[0]!;
        const [isRead, isFlagged] = [flags.includes("\\Seen"), flags.includes("\\Flagged")];
        return { subject: subjectOf(raw), folder: paths[folder] ?? folder, isRead, isFlagged };
      });
    },
    flag: async (subject, { isRead, isFlagged }) => world.flag(subject, ...(isRead ? ["\\Seen"] : []), ...(isFlagged ? ["\\Flagged"] : [])),
    move: async (subject, folder) => world.move(subject, inStore(folder)),
    flip: async () => world.expire(),
    lie: () => {
      const does = pick([
        "close before",
        "close after",
        { answer: { status: 200, body: {} } },
        { answer: { status: 503, headers: { "retry-after": "0" }, body: {} } },
        { answer: { status: 404, body: {} } },
      ] as const);
      world.graph.faults.plant({ on: random(100) < 60 ? WRITES : READS, does });
    },
    honest: () => world.graph.faults.clear(),
  };
};

const suiteOf = (name: TestedApi) => (connect: Connect) => {
  it.each([3])(
    "are equal in the end, each made once, and no other mail is touched: seed %i",
    async (seed) => {
      const random = seeded(seed);
      const world = await apiChangesWorld(connect, name)([], { folders: ["Work", "Filed"] });
      for (const folder of ["Filed", "Archive"])
        if (name === "graph" || folder === "Filed") world.store.create(world.mailbox.email, folder);
      for (const subject of SUBJECTS) world.put(subject);
      // Mail that nobody may touch: of other content with known Message-IDs, in folders that are read and not read.
      for (const [at, subject] of SUBJECTS.entries())
        world.put(`foreign ${subject}`, ["INBOX", "Work", "Trash"][at % 3], `<${subject}@peer.test>`);
      await world.pull();
      // What is archived at Gmail keeps its labels.
      const archive = name === "graph" ? ["Archive"] : [world.api.paths["All Mail"]!, "Work", "Filed"];
      const places = { inbox: ["INBOX"], trash: [world.api.paths["Trash"]!], spam: [world.api.junk] };
      const targets = { ...places, Work: ["Work"], Filed: ["Filed"], archive };
      const report = await runCampaign(
        connect,
        { ...world, side: sideOf(world, random), subjects: SUBJECTS, targets, owners: ["INBOX", "Work", "Filed", world.api.junk] },
        random,
      );
      console.warn(`${name}, seed ${seed}: ${JSON.stringify(report)}`);
      expect(world.graph.calls.filter((call) => call.startsWith("DELETE "))).toEqual([]);
    },
    1_200_000,
  );
};

for (const name of testedApis) describeOnMongo(`random changes over ${name}`, suiteOf(name));
