import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "aws-lambda";
import type { Log } from "./ports.ts";
import { identified } from "./log.ts";

/** CloudFormation's request (AWS, "Custom resource request objects"). */
export interface CustomResourceRequest {
  readonly RequestType: "Create" | "Update" | "Delete";
  readonly ResponseURL: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
  /** The properties of the template's resource. */
  readonly ResourceProperties?: Readonly<Record<string, unknown>>;
}

/** A callback that gets a description of the current step, for the report when a deployment takes too long. */
export type Doing = (what: string) => void;

/** The part of a call's time that is reserved for the answer, ms. */
const ANSWER_MS = 30_000;
/** The longest cause, characters; CloudFormation accepts an answer of 4,096 bytes. */
const LONGEST_CAUSE = 600;

/**
 * An error in a form that CloudFormation's events may show: without the database's URI, which contains a password, and without the values of a
 * duplicate key.
 */
const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "failed";
  const [told = ""] = error.message.split(/mongodb(?:\+srv)?:\/\/| dup key: /);
  return `${error.name}: ${told}`.slice(0, LONGEST_CAUSE);
};

/** Runs `work` with a time limit; returns the cause if it fails. */
const failureOf = async (
  work: (doing: Doing) => Promise<void>,
  withinMs: number,
): Promise<{ cause: string; error?: unknown } | undefined> => {
  let now = "";
  const late = new AbortController();
  const tooLate = sleep(withinMs, { cause: "" }, { signal: late.signal }).then(() => ({
    cause: `not done within ${Math.round(withinMs / 60_000)} minutes: ${now}`,
  }));
  tooLate.catch(() => undefined);
  const done = work((what) => (now = what)).then(
    () => undefined,
    (error: unknown) => ({ cause: causeOf(error), error }),
  );
  return Promise.race([done, tooLate]).finally(() => late.abort());
};

/**
 * A handler for a step of a deployment: runs `work` when the resource is created or updated, and reports the result to CloudFormation. A step that
 * fails, or is not done when the call ends, stops the deployment and names the cause (AWS, "Custom resource response objects": a PUT to the given
 * URL, without a content type).
 */
export const deploymentStep =
  (log: Log, work: (doing: Doing, properties: Readonly<Record<string, unknown>>) => Promise<void>) =>
  (request: CustomResourceRequest, context: Pick<Context, "awsRequestId" | "getRemainingTimeInMillis">): Promise<void> =>
    identified(
      async ({
        RequestType,
        ResponseURL,
        StackId,
        RequestId,
        LogicalResourceId,
        ResourceProperties = {},
      }: CustomResourceRequest): Promise<void> => {
        const failure =
          RequestType === "Delete"
            ? undefined
            : await failureOf((doing) => work(doing, ResourceProperties), context.getRemainingTimeInMillis() - ANSWER_MS);
        if (failure) log.error("deployment step failed", { step: LogicalResourceId, ...failure });
        const answer = {
          Status: failure ? "FAILED" : "SUCCESS",
          Reason: failure?.cause ?? "",
          PhysicalResourceId: LogicalResourceId,
          StackId,
          RequestId,
          LogicalResourceId,
        };
        const { ok, status } = await fetch(ResponseURL, { method: "PUT", body: Buffer.from(JSON.stringify(answer)) });
        if (!ok) throw new Error(`CloudFormation did not take the answer: ${status}`);
      },
    )(request, context);
