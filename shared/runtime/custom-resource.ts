import type { Log } from "../domain/ports.ts";
import { identified } from "./log.ts";

/** What CloudFormation sends (AWS, "Custom resource request objects"). */
export interface CustomResourceRequest {
  readonly RequestType: "Create" | "Update" | "Delete";
  readonly ResponseURL: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
}

/**
 * A handler for a step of a deployment: runs `work` when the resource is made or changed, and tells CloudFormation what came of it; a
 * failed step stops the deployment (AWS, "Custom resource response objects": a PUT to the given URL, without a content type).
 */
export const deploymentStep = (log: Log, work: () => Promise<void>) =>
  identified(async (request: CustomResourceRequest): Promise<void> => {
    const { RequestType, ResponseURL, StackId, RequestId, LogicalResourceId } = request;
    const failure = await (RequestType === "Delete" ? Promise.resolve() : work()).then(
      () => undefined,
      (error: unknown) => error ?? "failed",
    );
    if (failure !== undefined) log.error("deployment step failed", { step: LogicalResourceId, error: failure });
    const answer = {
      Status: failure === undefined ? "SUCCESS" : "FAILED",
      Reason: failure === undefined ? "" : "see the function's log: deployment step failed",
      PhysicalResourceId: LogicalResourceId,
      StackId,
      RequestId,
      LogicalResourceId,
    };
    const { ok, status } = await fetch(ResponseURL, { method: "PUT", body: Buffer.from(JSON.stringify(answer)) });
    if (!ok) throw new Error(`CloudFormation did not take the answer: ${status}`);
  });
