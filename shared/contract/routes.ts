import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";

const matches = (path: string, rawPath: string): boolean => {
  const wanted = path.split("/");
  const given = rawPath.split("/");
  return (
    wanted.length === given.length && wanted.every((part, index) => (part.startsWith("{") ? given[index] !== "" : part === given[index]))
  );
};

/** The methods that an operation is reached by: HEAD is answered like GET, without the body. */
export const requestMethods = ({ method }: Pick<Operation, "method">) =>
  method === "GET" ? (["GET", "HEAD"] as const) : ([method] as const);

/** The methods that a path knows: empty for an unknown path, so that the default route can tell 404 from 405. */
export const methodsOf = (rawPath: string): readonly string[] =>
  operations.filter(({ path }) => matches(path, rawPath)).flatMap(requestMethods);
