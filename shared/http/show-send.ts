import type { getSend, getSendStatus } from "../contract/sending.ts";
import { type ReadPorts, readSend } from "../domain/sending/read-send.ts";
import { sendRecordOut } from "../mapping/sending.ts";
import { endpoint, type Gate } from "./endpoint.ts";

/** The endpoint that shows one send, whichever operation asks for it. */
export const showSend = (ports: ReadPorts & { gate: Gate }, operation: typeof getSend | typeof getSendStatus) =>
  endpoint(ports.gate, operation, async ({ userId, params: { id } }) => {
    const { send, body, wait } = await readSend(ports, userId, id);
    return sendRecordOut(send, body, wait);
  });
