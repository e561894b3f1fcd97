import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { type HandlerOf, lambdaContext } from "./gateway.ts";

const modules = new Map<string, Promise<{ readonly handler: unknown }>>();

const load = (id: string) => {
  const loading =
    modules.get(id) ??
    (import(/* @vite-ignore */ new URL(`../../functions/${id}.ts`, import.meta.url).href) as Promise<{ readonly handler: unknown }>);
  modules.set(id, loading);
  return loading;
};

/** The handler of an endpoint's function, loaded at its first call. */
export const handlerOf: HandlerOf = async (id) => (await load(id)).handler as Awaited<ReturnType<HandlerOf>>;

/** The handler of a queue's function. */
export const queueHandler =
  (id: string) =>
  async (event: SQSEvent): Promise<SQSBatchResponse | void> => {
    const handler = (await load(id)).handler as (event: SQSEvent, context: Context) => Promise<SQSBatchResponse | void>;
    return handler(event, lambdaContext(id));
  };

/** Calls the handler of a scheduled function with a scheduler's event. */
export const runScheduled = async (id: string): Promise<unknown> => {
  const handler = (await load(id)).handler as (event: unknown, context: Context) => Promise<unknown>;
  return handler({}, lambdaContext(id));
};
