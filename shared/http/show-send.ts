import type { getSend, getSendStatus } from "../contract/sending.ts";
import { type ReadPorts, readSend } from "../domain/sending/read-send.ts";
import { sendRecordOut } from "../mapping/sending.ts";
import type { Run } from "./endpoint.ts";

/** Shows one send; two operations use it. */
export const showSend =
  (ports: ReadPorts): Run<typeof getSend | typeof getSendStatus> =>
  async ({ userId, params: { id } }) => {
    const { send, body, wait } = await readSend(ports, userId, id);
    return sendRecordOut(send, body, wait);
  };
