import type { Page } from "../ports.ts";
import type { SendFilter, Sends } from "./ports.ts";
import type { Send, SendBody } from "./send.ts";

/** How much of an answer the bodies may take, as JSON, in bytes; the records themselves stay below the rest of 5.5 MB. */
const BODIES_MAX_BYTES = 4_500_000;
/** So many bodies are read at a time. */
const STEP = 10;

/** A send with its bodies; undefined where the answer had no room left for them: the status operation has them. */
export interface LogRow {
  readonly send: Send;
  readonly body: SendBody | undefined;
}

/** A page of the log, newest first, with the bodies that fit (api.md, "Sending"). */
export const listLogs = async (
  sends: Pick<Sends, "list" | "bodies">,
  userId: string,
  filter: SendFilter,
  page: Page,
): Promise<readonly LogRow[]> => {
  const found = await sends.list(userId, filter, page);
  const rows: LogRow[] = [];
  let room = BODIES_MAX_BYTES;
  for (let start = 0; start < found.length; start += STEP) {
    const step = found.slice(start, start + STEP);
    const ids = step.map(({ id }) => id);
    const bodies = room > 0 ? await sends.bodies(userId, ids) : new Map<string, SendBody>();
    for (const send of step) {
      const body = bodies.get(send.id);
      room -= body ? Buffer.byteLength(JSON.stringify(body)) : 0;
      rows.push({ send, body: room > 0 ? body : undefined });
    }
  }
  return rows;
};
