import { afterEach, describe, expect, it, vi } from "vitest";
import type { LeanImapFlow } from "#shared/transports/imap/lean-imap-flow.ts";
import { imapSentFolder } from "#shared/transports/imap/sent-folder.ts";
import type { SentCopy } from "#shared/sending/ports/submission.ts";

const account = { host: "imap.example.com", port: 993, username: "u", credential: { password: "p" } };
const copies = async function* (...ids: string[]): AsyncGenerator<SentCopy> {
  for (const id of ids) yield { id, raw: Buffer.from(id), sentAt: new Date(0) };
};

/** A client whose folder is Sent, unless told, and that files by `append`. */
const folderOf = (append: (id: string) => Promise<unknown>, folder = "\\Sent") => {
  let hangUp: (error: Error) => void = () => undefined;
  const closed = new Promise<never>((_, reject) => (hangUp = reject));
  closed.catch(() => undefined);
  const close = vi.fn<() => void>(() => hangUp(new Error("closed")));
  const client = {
    list: async () => [{ path: "INBOX" }, { path: "Sent Items", specialUse: folder }],
    append: (_path: string, raw: Buffer) => Promise.race([append(raw.toString()), closed]),
    close,
  };
  return { close, folder: imapSentFolder(async () => client as unknown as LeanImapFlow) };
};

const neverLacks = (reason: string) => expect.unreachable(reason);

const filedBy = async (filing: AsyncIterable<SentCopy>): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const { id } of filing) ids.push(id);
  return ids;
};

afterEach(() => void vi.useRealTimers());

describe("filing copies over IMAP", () => {
  it("tells each that is filed, in order, and closes the connection", async () => {
    const { folder, close } = folderOf(async () => true);

    expect(await filedBy(folder.append(account, copies("a", "b"), neverLacks))).toEqual(["a", "b"]);
    expect(close).toHaveBeenCalledOnce();
  });

  it("leaves out one that the server refuses, and goes on", async () => {
    const no = Object.assign(new Error("Command failed"), { responseStatus: "NO" });
    const { folder } = folderOf((id) => (id === "b" ? Promise.reject(no) : Promise.resolve(true)));

    expect(await filedBy(folder.append(account, copies("a", "b", "c"), neverLacks))).toEqual(["a", "c"]);
  });

  it.each([
    ["by its code", { serverResponseCode: "OVERQUOTA", responseText: "no" }, "no"],
    ["by its words", { responseText: "Not enough disk\r\n quota" }, "Not enough disk quota"],
    ["by its code alone", { serverResponseCode: "OVERQUOTA" }, "the mailbox is over its quota"],
  ])("tells %s that a refusal is for want of space", async (_, told, reason) => {
    const { folder } = folderOf(() => Promise.reject(Object.assign(new Error("Command failed"), { responseStatus: "NO", ...told })));
    const lack = vi.fn<(reason: string) => void>();

    expect(await filedBy(folder.append(account, copies("a"), lack))).toEqual([]);
    expect(lack.mock.calls).toEqual([[reason]]);
  });

  it("counts all as filed where there is no such folder", async () => {
    const { folder } = folderOf(() => Promise.reject(new Error("not asked")), "\\Drafts");
    const lack = vi.fn<(reason: string) => void>();

    expect(await filedBy(folder.append(account, copies("a"), lack))).toEqual(["a"]);
    expect(lack.mock.calls).toEqual([["the mailbox has no Sent folder"]]);
  });

  it("ends when the connection is lost", async () => {
    const { folder, close } = folderOf(() => Promise.reject(new Error("connection lost")));

    await expect(filedBy(folder.append(account, copies("a"), neverLacks))).rejects.toThrow("connection lost");
    expect(close).toHaveBeenCalledOnce();
  });

  it("gives each copy 30 s, not all of them together", async () => {
    vi.useFakeTimers();
    const took = (ms: number) => new Promise((done) => void setTimeout(done, ms));
    const { folder } = folderOf((id) => took(id === "hangs" ? 1e9 : 25_000));
    const filed: string[] = [];
    const filing = (async () => {
      for await (const { id } of folder.append(account, copies("a", "b", "c", "hangs"), neverLacks)) filed.push(id);
    })();
    const ended = expect(filing).rejects.toThrow("closed");

    await vi.advanceTimersByTimeAsync(75_000 + 29_000);
    expect(filed).toEqual(["a", "b", "c"]);
    await vi.advanceTimersByTimeAsync(2_000);
    await ended;
  });
});
