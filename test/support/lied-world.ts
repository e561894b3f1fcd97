import { aPulledMailbox, day, idOf } from "./pull-world.ts";
import type { ScriptedImap } from "./scripted-imap.ts";

const head = (n: number) =>
  `Received: from peer.test by mx.sender.example; Fri, 20 Nov 2026 10:00:0${n % 10} +0000\r\nFrom: Jane <jane@peer.test>\r\nTo: me@sender.example\r\nSubject: Mail ${n}\r\nMessage-ID: ${idOf(n)}\r\n`;
/** A mail that is fetched whole. */
export const smallMail = (n: number): Buffer => Buffer.from(`${head(n)}\r\nBody ${n}\r\nand its last line\r\n`);
/** A mail of which only headers and texts are fetched. */
export const largeMail = (n: number): Buffer => {
  const file = Buffer.alloc(120_000, n).toString("base64").replace(/.{76}/g, "$&\r\n");
  const type = "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n";
  const parts = ["Content-Type: text/plain\r\n\r\n", `Large ${n}\r\n`, "--b\r\nContent-Type: application/pdf; name=a.pdf\r\n"];
  return Buffer.from(`${head(n)}${type}--b\r\n${parts.join("")}Content-Transfer-Encoding: base64\r\n\r\n${file}\r\n--b--\r\n`);
};

/** A mailbox at a scripted server, with the inbox's stores in memory and the real sync over them. */
export const aLiedWorld = async (server: ScriptedImap) => {
  const world = await aPulledMailbox(server.reader, { email: `u${Math.random().toString(36).slice(2)}@sender.example` });
  const { mailbox, pull, wait, stored } = world;
  return {
    ...world,
    folder: () => server.store.folder(mailbox.email, "INBOX")!,
    /** Puts mail into INBOX, a day before the first pull; or where and when it is told. */
    deliver: (raw: Buffer, placing: { readonly receivedAt?: Date; readonly folder?: string; readonly flags?: readonly string[] } = {}) =>
      server.store.deliver(mailbox.email, raw, { receivedAt: day(1), ...placing }),
    /** Pulls several times, some minutes apart. */
    pulls: async (count: number) => {
      for (let i = 0; i < count; i += 1) {
        await pull();
        wait(120_000);
      }
    },
    storedIds: () => [...stored.values()].map(({ message }) => message.messageId).toSorted(),
  };
};

/** The same with so many mails, which were pulled. */
export const aFilledWorld = async (server: ScriptedImap, mails: number) => {
  const world = await aLiedWorld(server);
  for (let n = 1; n <= mails; n += 1) world.deliver(smallMail(n));
  await world.pull();
  return world;
};

/** A world of the tests of lies. */
export type LiedWorld = Awaited<ReturnType<typeof aLiedWorld>>;
