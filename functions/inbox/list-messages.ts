import { listMessages as operation } from "#shared/contract/inbox.ts";
import { listMessages as list, type ListMessagesPorts } from "#shared/domain/inbox/list-messages.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { messageFilterIn, messageOut, syncReportOut } from "#shared/mapping/inbox.ts";
import { log } from "#shared/runtime/log.ts";
import { mailAccounts, mailReader } from "#shared/runtime/mail.ts";
import { eventOutbox } from "#shared/runtime/event-outbox.ts";
import { audits, freshSlots, gate, ingest, mailboxes, messages, moves, search, sends, syncStates, threads } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";

/** GET /v1/inbox/messages. */
export const listMessages = (ports: ListMessagesPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, query }) => {
    const { limit, offset, fresh, include_bodies: includeBodies } = query;
    const found = await list(ports, userId, { filter: messageFilterIn(query), query: query.q, page: query, includeBodies, fresh });
    return { messages: found.messages.map(messageOut), limit, offset, ...(found.sync && { sync: found.sync.map(syncReportOut) }) };
  });

const store = { gate, messages, search, threads, sends, mailboxes, freshSlots, syncStates, audits, moves, ingest, eventOutbox };
export const handler = listMessages({ ...store, mailAccounts, mailReader, clock, ids, log });
