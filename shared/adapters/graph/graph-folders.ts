import { ServerDisagrees } from "../../domain/inbox/pull/sync-state.ts";
import type { FolderUse } from "../../domain/inbox/pull/choose-folders.ts";
import type { DirectoryFolder } from "../../domain/inbox/ports/mail-directory.ts";
import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import { fieldsOf, type GraphReads, listOf, readBatch, textOf } from "./graph-batch.ts";
import { mailboxPath } from "./graph-client.ts";
import { graphFailure } from "./graph-error.ts";

/** The well-known names of folders (learn.microsoft.com/graph/api/resources/mailfolder) and their uses in RFC 6154. */
const WELL_KNOWN: readonly (readonly [string, FolderUse | "inbox"])[] = [
  ["inbox", "inbox"],
  ["sentitems", "sent"],
  ["junkemail", "junk"],
  ["drafts", "drafts"],
  ["deleteditems", "trash"],
];
/** The most folders that are listed, and the most batches for it: names beyond are as if they did not exist. */
const MOST = 1_000;
const MOST_BATCHES = 25;

interface Named {
  readonly id: string;
  readonly name: string;
  readonly parent: string;
  readonly children: number;
  readonly total: number | undefined;
}

/** A folder as Graph lists it; `total` is how many items it counts in it. */
export interface ListedFolder extends Pick<DirectoryFolder, "id" | "path" | "use"> {
  readonly total?: number;
}

/** A link that Graph gave, as a path below the service's root; throws for one that leads elsewhere, because the token would go with it. */
export const pathOf = ({ account }: GraphReads, link: string): string => {
  const root = `${account.graphUrl}/`;
  if (link.startsWith(root)) return link.slice(root.length - 1);
  throw new ServerDisagrees("a link leads away from the service");
};

/** All folders of the mailbox: INBOX, the well-known ones with their uses, others by their names from the top. Throws MailFailure. */
export const listFolders = async (reads: GraphReads): Promise<readonly ListedFolder[]> => {
  const at = `${mailboxPath(reads.account)}/mailFolders`;
  const query = "$top=100&$select=id,displayName,parentFolderId,childFolderCount,totalItemCount";
  const known = await readBatch(reads, [`${at}?${query}`, ...WELL_KNOWN.map(([name]) => `${at}/${name}?$select=id`)]);
  const [first, ...well] = known;
  // A mailbox without Junk is one; a mailbox without INBOX is none.
  const uses = new Map(
    well.flatMap((answer, index) => ("body" in answer ? [[textOf(fieldsOf(answer.body)["id"]), WELL_KNOWN[index]![1]] as const] : [])),
  );
  if (![...uses.values()].includes("inbox")) throw failureIn([...well, ...known]);
  const found: Named[] = [];
  const ids = new Set<string>();
  let answers = [first!];
  let before = 0;
  for (let batches = 0; answers.length > 0 && batches < MOST_BATCHES && found.length < MOST; batches += 1) {
    const next: string[] = [];
    before = found.length;
    for (const answer of answers) {
      if ("error" in answer) throw graphFailure(answer.error);
      const body = fieldsOf(answer.body);
      const page = listOf(body["value"])
        .map(named)
        .filter(({ id }) => !ids.has(id));
      for (const { id } of page) ids.add(id);
      found.push(...page);
      next.push(...page.filter(({ children }) => children > 0).map(({ id }) => `${at}/${encodeURIComponent(id)}/childFolders?${query}`));
      if (typeof body["@odata.nextLink"] === "string") next.push(pathOf(reads, body["@odata.nextLink"]));
    }
    answers = [...(await readBatch(reads, next.slice(0, 200)))];
  }
  // Folders that are missing from a list without end must not be forgotten; a tree that is only too deep still grew at its end.
  if (answers.length > 0 && found.length === before) throw new ServerDisagrees("the list of folders has no end");
  return withPaths(found, uses);
};

const failureIn = (answers: readonly unknown[]): unknown => {
  const [error] = answers.flatMap((answer) => fieldsOf(answer)["error"] ?? []);
  return error === undefined ? new MailFailure("HTTPS", "unreachable") : graphFailure(error);
};

const named = (folder: Readonly<Record<string, unknown>>): Named => ({
  id: textOf(folder["id"]),
  name: textOf(folder["displayName"]),
  parent: textOf(folder["parentFolderId"]),
  children: Number(folder["childFolderCount"] ?? 0) || 0,
  total: totalIn(folder),
});

/** How many items Graph counts in a folder; undefined when it does not say. */
export const totalIn = ({ totalItemCount: total }: Readonly<Record<string, unknown>>): number | undefined =>
  Number.isSafeInteger(total) && Number(total) >= 0 ? Number(total) : undefined;

const withPaths = (found: readonly Named[], uses: ReadonlyMap<string, FolderUse | "inbox">): readonly ListedFolder[] => {
  const byId = new Map(found.map((folder) => [folder.id, folder]));
  const pathTo = ({ id, name, parent }: Named, depth = 0): string => {
    if (uses.get(id) === "inbox") return "INBOX";
    const above = depth < 20 ? byId.get(parent) : undefined;
    return above ? `${pathTo(above, depth + 1)}/${name}` : name;
  };
  const paths = new Set<string>();
  const all = [...byId.values()].filter(({ id, name }) => id !== "" && name !== "");
  const isFirst = (path: string) => !paths.has(path) && paths.add(path);
  const inbox = all.some(({ id }) => uses.get(id) === "inbox")
    ? []
    : [{ id: [...uses].find(([, use]) => use === "inbox")![0], path: "INBOX" }];
  const listed = all
    .toSorted((a, b) => (uses.has(b.id) ? 1 : 0) - (uses.has(a.id) ? 1 : 0))
    .flatMap((folder) => {
      const path = pathTo(folder);
      const use = uses.get(folder.id);
      return isFirst(path)
        ? [
            {
              id: folder.id,
              path,
              ...(use !== undefined && use !== "inbox" && { use }),
              ...(folder.total !== undefined && { total: folder.total }),
            },
          ]
        : [];
    });
  return [...inbox, ...listed];
};
