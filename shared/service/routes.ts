import { connectPageOperations } from "#shared/connect/contract/connect-page.ts";
import { consoleOperations } from "./console/contract.ts";
import { oauthOperations } from "#shared/accounts/contract/oauth.ts";
import { hookOperations } from "#shared/inbox/contract/hooks.ts";
import { mcpOperations } from "./mcp/contract.ts";
import type { Operation } from "#shared/api/operation.ts";
import { operations } from "./operations.ts";

/** All routed operations: the API, the page of connect links, what providers and models call, the authorization server's, and the console's. */
export const routedOperations = [
  ...operations,
  ...connectPageOperations,
  ...hookOperations,
  ...oauthOperations,
  ...mcpOperations,
  ...consoleOperations,
] as const satisfies readonly Operation[];

const matches = (path: string, rawPath: string): boolean => {
  const wanted = path.split("/");
  const given = rawPath.split("/");
  const isGreedy = path.endsWith("+}");
  return (
    (isGreedy ? wanted.length <= given.length : wanted.length === given.length) &&
    wanted.every((part, index) => (part.startsWith("{") ? given[index] !== "" : part === given[index]))
  );
};

/** The HTTP methods of an operation: HEAD is answered like GET, without the body. */
export const requestMethods = ({ method }: Pick<Operation, "method">) =>
  method === "GET" ? (["GET", "HEAD"] as const) : ([method] as const);

/** The methods of a path; empty for an unknown path, so that the default route can distinguish 404 from 405. */
export const methodsOf = (rawPath: string): readonly string[] => [
  ...new Set(routedOperations.filter(({ path }) => matches(path, rawPath)).flatMap(requestMethods)),
];
