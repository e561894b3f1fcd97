import * as z from "zod/mini";
import { AwsError, startAwsEndpoint, type AwsRequest, LOCAL_ACCOUNT, localAws } from "../aws-endpoint.ts";
import { join } from "node:path";
import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { isDeepStrictEqual } from "node:util";
import { openJournal } from "../data-folder.ts";

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

const invalid = (message: string) => new AwsError("ValidationException", message);

/** How far a time zone is ahead of UTC at a moment, ms. */
const offsetMs = (at: number, zone: string): number => {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(at);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
};

/** The moment of a local time; the offset is computed twice, because the first guess may be beyond a clock change. */
const instantOf = (wallTime: string, zone: string): number => {
  const asUtc = Date.parse(`${wallTime}Z`);
  if (Number.isNaN(asUtc)) throw invalid("Invalid Schedule Expression at(...)");
  try {
    return asUtc - offsetMs(asUtc - offsetMs(asUtc, zone), zone);
  } catch {
    throw invalid(`Invalid ScheduleExpressionTimezone ${zone}`);
  }
};

/** When a schedule fires first and how often, ms; `at(2026-11-20T10:00:00)` in its zone, or `rate(2 minutes)`, which starts at once. */
const readExpression = (expression: string, zone: string, now: number): { first: number; everyMs?: number } => {
  const at = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression);
  if (at !== null) return { first: instantOf(at[1] ?? "", zone) };
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  const everyMs = Number(rate?.[1]) * (UNIT_MS[rate?.[2] ?? ""] ?? Number.NaN);
  if (!(everyMs > 0)) throw invalid(`Invalid Schedule Expression ${expression}`);
  return { first: now, everyMs };
};

// The part of EventBridge Scheduler that we use: creating, getting and deleting one-off and recurring schedules that put a message on a queue, by a
// universal target or with the queue as target.

/** AWS, "Using universal targets in EventBridge Scheduler": the target's Input is the request of the call. */
const SEND_MESSAGE = "arn:aws:scheduler:::aws-sdk:sqs:sendMessage";
const sendMessage = z.strictObject({
  QueueUrl: z.url(),
  MessageBody: z.string().check(z.minLength(1)),
  MessageGroupId: z.optional(z.string()),
  DelaySeconds: z.optional(z.number()),
});

const inputOf = (input: string) => {
  try {
    return sendMessage.safeParse(JSON.parse(input));
  } catch {
    return undefined;
  }
};

const createSchedule = z.strictObject({
  ClientToken: z.optional(z.string().check(z.regex(/^[a-zA-Z0-9-_]{1,64}$/))),
  GroupName: z._default(z.string(), "default"),
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z._default(z.string(), "UTC"),
  FlexibleTimeWindow: z.strictObject({ Mode: z.literal("OFF") }),
  ActionAfterCompletion: z._default(z.enum(["NONE", "DELETE"]), "NONE"),
  State: z._default(z.enum(["ENABLED", "DISABLED"]), "ENABLED"),
  Description: z.optional(z.string()),
  Target: z
    .strictObject({
      Arn: z.union([z.literal(SEND_MESSAGE), z.string().check(z.regex(/^arn:aws:sqs:/))]),
      RoleArn: z.string().check(z.regex(/^arn:aws:iam:/)),
      Input: z._default(z.string(), ""),
      DeadLetterConfig: z.optional(z.strictObject({ Arn: z.string() })),
      RetryPolicy: z.optional(z.object({})),
    })
    .check(z.refine(({ Arn, Input }) => Arn !== SEND_MESSAGE || inputOf(Input)?.success === true, "Input is no request of SendMessage")),
});

interface Schedule {
  readonly name: string;
  readonly request: z.output<typeof createSchedule>;
  readonly createdAt: number;
  /** Ms since the epoch; absent once a one-off schedule without ActionAfterCompletion DELETE has fired. */
  readonly dueAt?: number | undefined;
  readonly everyMs?: number | undefined;
}
type Entry = Schedule | { readonly deleted: string };

/** A function to run at a rate, in memory: the local replacement of a schedule whose target is a Lambda function. */
export interface Recurring {
  readonly expression: string;
  readonly run: () => Promise<unknown>;
}

/** The options of the emulator. */
export interface SchedulerOptions {
  /** Sends to the queues at `queuesEndpoint` (`Queues.endpoint`). */
  readonly sqs: SQSClient;
  readonly queuesEndpoint: string;
  readonly recurring?: readonly Recurring[];
  /** Keeps the schedules across restarts. */
  readonly dir?: string;
  readonly now?: () => number;
  /** How late a schedule fires, ms; AWS promises within 60 s. */
  readonly latenessMs?: () => number;
}

const TICK_MS = 500;
const key = (group: string, name: string) => `${group}/${name}`;
const arnOf = ({ name, request }: Schedule) =>
  `arn:aws:scheduler:${localAws.region}:${LOCAL_ACCOUNT}:schedule/${key(request.GroupName, name)}`;

/**
 * Starts the emulator on 127.0.0.1. `fireDue` fires everything that is due without waiting for the next tick (500 ms), and resolves when it is done.
 */
export const startScheduler = async (options: SchedulerOptions) => {
  const { sqs, queuesEndpoint, now = Date.now, latenessMs = () => 0 } = options;
  const schedules = new Map<string, Schedule>();
  const journal = openJournal<Entry>({
    file: options.dir === undefined ? undefined : join(options.dir, "schedules.jsonl"),
    replay: (entry) => {
      if ("deleted" in entry) schedules.delete(entry.deleted);
      else schedules.set(key(entry.request.GroupName, entry.name), entry);
    },
    snapshot: () => schedules.values(),
    size: () => schedules.size,
  });
  const put = (schedule: Schedule) => {
    journal.append(schedule);
    schedules.set(key(schedule.request.GroupName, schedule.name), schedule);
  };
  const remove = (id: string) => {
    if (schedules.has(id)) journal.append({ deleted: id });
    schedules.delete(id);
  };

  const create = (name: string, body: unknown): object => {
    const parsed = createSchedule.safeParse(body);
    if (!parsed.success) throw new AwsError("ValidationException", z.prettifyError(parsed.error));
    if (!/^[0-9a-zA-Z-_.]{1,64}$/.test(name)) throw new AwsError("ValidationException", `Invalid schedule name ${name}`);
    const request = parsed.data;
    const known = schedules.get(key(request.GroupName, name));
    if (known !== undefined) {
      const repeated = request.ClientToken !== undefined && isDeepStrictEqual(known.request, request);
      if (!repeated) throw new AwsError("ConflictException", `Schedule ${name} already exists.`, 409);
      return { ScheduleArn: arnOf(known) };
    }
    const { first, everyMs } = readExpression(request.ScheduleExpression, request.ScheduleExpressionTimezone, now());
    const schedule: Schedule = { name, request, createdAt: now(), dueAt: first + latenessMs(), everyMs };
    put(schedule);
    return { ScheduleArn: arnOf(schedule) };
  };
  const answer = ({ method, path, query, body }: AwsRequest): object => {
    const name = /^\/schedules\/([^/]+)$/.exec(path)?.[1];
    if (name === undefined) throw new AwsError("ValidationException", `the local scheduler does not know ${method} ${path}`);
    if (method === "POST") return create(name, body);
    const id = key(query.get("groupName") ?? "default", name);
    const schedule = schedules.get(id);
    if (schedule === undefined) throw new AwsError("ResourceNotFoundException", `Schedule ${name} does not exist.`, 404);
    if (method === "GET") {
      const { ClientToken: _token, ...facts } = schedule.request;
      return { ...facts, Name: name, Arn: arnOf(schedule), CreationDate: schedule.createdAt / 1000 };
    }
    if (method !== "DELETE") throw new AwsError("ValidationException", `the local scheduler does not know ${method}`);
    remove(id);
    return {};
  };

  // The queues' port changes at each start, and a schedule may be older.
  const urlOf = (queue: string) => `${queuesEndpoint}/${LOCAL_ACCOUNT}/${queue.split(/[:/]/).at(-1)}`;
  const send = (arn: string, text: string) => sqs.send(new SendMessageCommand({ QueueUrl: urlOf(arn), MessageBody: text }));
  const call = (input: string) => {
    const request = sendMessage.parse(JSON.parse(input));
    return sqs.send(new SendMessageCommand({ ...request, QueueUrl: urlOf(request.QueueUrl) }));
  };
  const fire = async (id: string, { request }: Schedule): Promise<void> => {
    const { Arn, Input, DeadLetterConfig } = request.Target;
    try {
      await (Arn === SEND_MESSAGE ? call(Input) : send(Arn, Input));
    } catch (error) {
      console.error(`schedule ${id}: ${Arn} refused the message`, error);
      if (DeadLetterConfig !== undefined) await send(DeadLetterConfig.Arn, Input);
    }
  };
  const firing = new Set<string>();
  const fireSchedule = async (id: string, schedule: Schedule): Promise<void> => {
    await fire(id, schedule).catch((error: unknown) => console.error(`schedule ${id}: lost`, error));
    if (schedules.has(id)) settle(id, schedule); // else it was deleted while it fired
  };
  /** On a full disk this throws, and the schedule fires again at the next tick. */
  const settle = (id: string, schedule: Schedule): void => {
    if (schedule.everyMs !== undefined) put({ ...schedule, dueAt: now() + schedule.everyMs });
    else if (schedule.request.ActionAfterCompletion === "DELETE") remove(id);
    else put({ ...schedule, dueAt: undefined });
  };

  const recurring = (options.recurring ?? []).map(({ expression, run }) => {
    const { first, everyMs = Infinity } = readExpression(expression, "UTC", now());
    return { expression, run, dueAt: first, everyMs };
  });
  const running = new Set<Promise<unknown>>();
  const start = (work: Promise<unknown>) => {
    const settled = work.finally(() => running.delete(settled));
    running.add(settled);
  };
  const fireDue = async (): Promise<void> => {
    const at = now();
    const due = [...schedules].filter(
      ([id, { dueAt = Infinity, request }]) => dueAt <= at && request.State === "ENABLED" && !firing.has(id),
    );
    const calls = recurring.filter(({ dueAt }) => dueAt <= at);
    for (const call of calls) call.dueAt = at + call.everyMs;
    const failed = (expression: string) => (error: unknown) => console.error(`${expression} failed`, error);
    for (const [id, schedule] of due) {
      firing.add(id);
      const done = fireSchedule(id, schedule).finally(() => firing.delete(id));
      start(done.catch((error: unknown) => console.error(`schedule ${id} is not written`, error)));
    }
    for (const { expression, run } of calls) start(run().catch(failed(expression)));
    await Promise.all(running);
  };

  const { endpoint, stop } = await startAwsEndpoint(answer);
  const clock = setInterval(() => void fireDue(), TICK_MS);
  return {
    endpoint,
    fireDue,
    async stop(): Promise<void> {
      clearInterval(clock);
      await stop();
      await Promise.all(running);
      journal.close();
    },
  };
};
