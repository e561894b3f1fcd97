// Stands before the emulators and lets through only what the caller's role allows, so that running the system proves its policies.
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { LOCAL_ACCOUNT, localAws } from "#infra/local/aws-endpoint.ts";
import { allows, type Statement } from "./iam.ts";

/** An action on a resource, in IAM's words. */
export interface Act {
  readonly action: string;
  readonly resource: string;
}

/** Who may do what, and where the emulators listen. */
export interface GuardedAws {
  /** The statements of the role behind an access key id; undefined for a key that nobody has. */
  readonly statementsOf: (accessKeyId: string) => readonly Statement[] | undefined;
  /** The statements of a role that Scheduler is to assume. */
  readonly statementsOfRole: (roleArn: string) => readonly Statement[];
  readonly endpoints: Readonly<Record<string, string>>;
}

const arn = (service: string, rest: string) => `arn:aws:${service}:${localAws.region}:${LOCAL_ACCOUNT}:${rest}`;
const queueArn = (url: string) => arn("sqs", url.split("/").at(-1) ?? "");

interface Target {
  readonly Arn?: string;
  readonly Input?: string;
  readonly RoleArn?: string;
  readonly DeadLetterConfig?: { readonly Arn?: string };
}
interface Body {
  readonly QueueUrl?: string;
  readonly SecretId?: string;
  readonly GroupName?: string;
  readonly Target?: Target;
}

/** The queue of a target, which is the queue itself or a call of SendMessage. */
const sentTo = ({ Arn, Input = "{}" }: Target): string | undefined =>
  Arn?.endsWith(":aws-sdk:sqs:sendMessage") ? queueArn((JSON.parse(Input) as { readonly QueueUrl: string }).QueueUrl) : Arn;

/** What a request does; IAM knows the batch actions of SQS by their single names. */
const actsOf = (service: string, request: IncomingMessage, body: Body): readonly Act[] => {
  const operation =
    String(request.headers["x-amz-target"] ?? "")
      .split(".")
      .at(-1) ?? "";
  if (service === "sqs") return [{ action: `sqs:${operation.replace(/Batch$/, "")}`, resource: queueArn(body.QueueUrl ?? "") }];
  if (service === "secretsmanager") return [{ action: `secretsmanager:${operation}`, resource: body.SecretId ?? "" }];
  const url = new URL(request.url ?? "/", "http://local");
  const verb = { POST: "CreateSchedule", DELETE: "DeleteSchedule", GET: "GetSchedule" }[request.method ?? ""] ?? "Unknown";
  const group = body.GroupName ?? url.searchParams.get("groupName") ?? "default";
  const schedule = { action: `scheduler:${verb}`, resource: arn("scheduler", `schedule/${group}/${url.pathname.split("/").at(-1)}`) };
  return body.Target ? [schedule, { action: "iam:PassRole", resource: body.Target.RoleArn ?? "" }] : [schedule];
};

/** Starts the guard on 127.0.0.1; `denied` lists what it has refused so far, `used` tells what it has let through. */
export const startGuardedAws = async ({ statementsOf, statementsOfRole, endpoints }: GuardedAws) => {
  const denied: string[] = [];
  const used = new Set<string>();
  let url = "";

  /** Scheduler itself sends with the role it was passed, when the schedule fires: a role that may not is found here and not then. */
  const targets = ({ Target = {} }: Body): readonly (Act & { readonly statements: readonly Statement[] })[] =>
    [sentTo(Target), Target.DeadLetterConfig?.Arn].flatMap((resource) =>
      resource === undefined ? [] : [{ action: "sqs:SendMessage", resource, statements: statementsOfRole(Target.RoleArn ?? "") }],
    );

  const serve = async (request: IncomingMessage): Promise<{ status: number; headers: Record<string, string>; body: string }> => {
    const [, accessKeyId = "", service = ""] = /Credential=(\w+)\/\d+\/[\w-]+\/(\w+)\//.exec(request.headers.authorization ?? "") ?? [];
    const raw = await text(request);
    const body = (raw === "" ? {} : JSON.parse(raw)) as Body;
    const statements = statementsOf(accessKeyId) ?? [];
    const acts = actsOf(service, request, body);
    const refused = [...acts.map((act) => ({ ...act, statements })), ...targets(body)].find(
      (act) => !allows(act.statements, act.action, act.resource),
    );
    if (refused) {
      const message = `${accessKeyId} is not authorized to perform ${refused.action} on ${refused.resource}`;
      denied.push(message);
      return {
        status: 403,
        headers: { "x-amzn-errortype": "AccessDeniedException" },
        body: JSON.stringify({ __type: "AccessDeniedException", message }),
      };
    }
    for (const { action } of acts) used.add(`${accessKeyId} ${action}`);
    const { host: _host, "content-length": _length, connection: _connection, ...headers } = request.headers;
    const upstream = endpoints[service] ?? "";
    const answer = await fetch(`${upstream}${request.url}`, {
      method: request.method ?? "POST",
      headers: headers as Record<string, string>,
      ...(raw === "" ? {} : { body: raw.replaceAll(url, upstream) }),
    });
    const kept = ["content-type", "x-amzn-errortype", "x-amzn-requestid"].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    return { status: answer.status, headers: Object.fromEntries(kept), body: await answer.text() };
  };
  const server = createServer((request, response) => {
    serve(request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => response.writeHead(502).end(String(error)),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return {
    url,
    denied,
    used: (accessKeyId: string, action: string) => used.has(`${accessKeyId} ${action}`),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};
