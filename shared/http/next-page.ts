import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import type { Operation } from "../contract/operation.ts";
import { cursorOf } from "../contract/paging.ts";

type Row = Readonly<Record<string, unknown>>;

/** The query of the next page, which does not pull new mail again. */
const nextQuery = (event: Event, cursor: string): string => {
  const query = new URLSearchParams(event.rawQueryString);
  for (const name of ["offset", "fresh"]) query.delete(name);
  query.set("cursor", cursor);
  return query.toString();
};

/** Adds the next page's cursor to a list, and the header with its link (RFC 8288); unchanged when the page is not full or has all, or the answer is no list. */
export const withNextPage = ({ pagedBy }: Operation, event: Event, query: unknown, answer: unknown) => {
  const nothing = { answer, headers: {} };
  if (pagedBy === undefined) return nothing;
  const rows = (Array.isArray(answer) ? answer : Object.values(answer as object).find(Array.isArray)) as readonly Row[];
  const last = rows.at(-1);
  const { limit } = query as { readonly limit?: number };
  if (!last || limit === undefined || rows.length < limit) return nothing;
  const cursor = cursorOf({ at: new Date(String(last[pagedBy])), id: String(last["id"]) });
  const link = `<${event.rawPath}?${nextQuery(event, cursor)}>; rel="next"`;
  return { answer: Array.isArray(answer) ? answer : { ...(answer as object), next_cursor: cursor }, headers: { link } };
};
