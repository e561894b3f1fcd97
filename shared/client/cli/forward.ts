import { createHmac } from "node:crypto";
import type { Event } from "../generated.ts";
import { wait } from "../requests.ts";
import { plain, type Terminal } from "./terminal.ts";

const TIMEOUT_MS = 10_000;
const PAUSE_MS = 1_000;
/** How often an event is posted to a program that answers with an error or not in time; a program that is not running is waited for. */
const TRIES = 3;

/** The headers of Standard Webhooks, signed like the service's. */
const headersOf = (event: Event, body: string, secret: string): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${event.id}.${timestamp}.${body}`).digest("base64");
  const signed = { "webhook-id": event.id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
  return { "content-type": "application/json", ...signed };
};

/** Posts once; returns the program's status, "late" when none came in time, undefined when it cannot be reached. */
const post = async (url: string, event: Event, secret: string, signal: AbortSignal): Promise<number | "late" | undefined> => {
  const body = JSON.stringify(event);
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const ended = AbortSignal.any([signal, limit]);
    const response = await fetch(url, { method: "POST", headers: headersOf(event, body, secret), body, redirect: "manual", signal: ended });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    if (signal.aborted) throw error;
    return limit.aborted ? "late" : undefined;
  }
};

const good = (status: Awaited<ReturnType<typeof post>>): boolean => typeof status === "number" && status >= 200 && status < 300;

const said = (status: Awaited<ReturnType<typeof post>>): string => {
  if (status === undefined) return "cannot be reached; waiting";
  return status === "late" ? `did not answer within ${TIMEOUT_MS / 1_000} seconds` : `answered ${status}`;
};

/** Posts an event until the program accepts it: for ever while it is not running, but at most three times when it answers with an error or not in time. */
export const forward = async (url: string, event: Event, secret: string, { err, signal }: Terminal): Promise<void> => {
  let answers = 0;
  for (let waiting = false; ;) {
    const status = await post(url, event, secret, signal);
    if (good(status)) return;
    if (status !== undefined) answers += 1;
    if (status !== undefined || !waiting) err.write(`${plain(`${event.type} ${event.id}: ${url} ${said(status)}`)}\n`);
    if (answers >= TRIES) return;
    waiting = status === undefined;
    await wait(PAUSE_MS, signal);
  }
};
