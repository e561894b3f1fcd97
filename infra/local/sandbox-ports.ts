import type { Database } from "#shared/platform/mongo/database.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import type { DataFolder } from "./data-folder.ts";
import { isTaken } from "./socket-input.ts";
import { type Sandbox, type SandboxPorts, startSandbox } from "./sandbox/start-sandbox.ts";

const FILE = "sandbox.json";

/** The running sandbox. `movedFrom`: its former ports, when they were taken and it uses others now; mailboxes of the folder may still name them. */
export interface OpenedSandbox {
  readonly sandbox: Sandbox;
  readonly movedFrom: SandboxPorts | undefined;
}

/** Starts the sandbox at the ports of its last start, at the first start at the requested ones; at free ports when those are taken. */
export const openSandbox = async (folder: DataFolder, wanted: SandboxPorts | undefined): Promise<OpenedSandbox> => {
  const saved = folder.read<SandboxPorts>(FILE);
  const ports = saved ?? wanted;
  try {
    const sandbox = await startSandbox({ dir: folder.path, ...(ports ? { ports } : {}) });
    folder.write(FILE, sandbox.ports);
    return { sandbox, movedFrom: undefined };
  } catch (error) {
    if (!isTaken(error)) throw error;
    return { sandbox: await startSandbox({ dir: folder.path }), movedFrom: saved };
  }
};

/** Moves mailboxes that were connected at the sandbox's former ports to the current ones, and stores these. */
export const followSandbox = async (folder: DataFolder, database: Database, { sandbox, movedFrom }: OpenedSandbox): Promise<void> => {
  const { host, ports } = sandbox;
  const mailboxes = mailboxesOf(database);
  if (movedFrom) {
    const move = (filter: object, $set: object) => mailboxes.updateMany(filter, { $set });
    await move({ "smtp.host": host, "smtp.port": movedFrom.smtps, "smtp.secure": "tls" }, { "smtp.port": ports.smtps });
    await move({ "smtp.host": host, "smtp.port": movedFrom.smtp, "smtp.secure": "starttls" }, { "smtp.port": ports.smtp });
    await move({ "imap.host": host, "imap.port": movedFrom.imaps }, { "imap.port": ports.imaps });
  }
  folder.write(FILE, ports);
};
