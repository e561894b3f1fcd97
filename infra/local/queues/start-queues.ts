import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { buildApp } from "fauxqs";
import { LOCAL_ACCOUNT, localAws } from "../local-aws.ts";

/** As the job queues of the stack: after so many receives a message goes to the queue's DLQ. */
const MAX_RECEIVE_COUNT = 5;

/** A queue and its DLQ. */
export interface LocalQueue {
  readonly url: string;
  readonly arn: string;
  readonly deadLetterUrl: string;
}

/** A running SQS emulator. Its messages live in memory: after a restart the sweeper wakes what they would have woken. */
export interface Queues<Name extends string> {
  /** For the `endpoint` of an SQS client. */
  readonly endpoint: string;
  readonly queues: Readonly<Record<Name, LocalQueue>>;
  stop(): Promise<void>;
}

/** Starts fauxqs on 127.0.0.1 (its own start function would listen on every interface) and creates the queues, given with their visibility timeouts. */
export const startQueues = async <Name extends string>(visibilitySeconds: Readonly<Record<Name, number>>): Promise<Queues<Name>> => {
  const app = buildApp({ logger: false });
  const endpoint = await app.listen({ host: "127.0.0.1", port: 0 });
  const client = new SQSClient({ ...localAws, endpoint });

  const create = async (name: string, attributes: Record<string, string> = {}) => {
    await client.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
    const url = `${endpoint}/${LOCAL_ACCOUNT}/${name}`;
    const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["QueueArn"] }));
    return { url, arn: Attributes?.QueueArn ?? "" };
  };
  const queues = {} as Record<Name, LocalQueue>;
  for (const name of Object.keys(visibilitySeconds) as Name[]) {
    const dead = await create(`${name}-dead`);
    const redrive = JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount: MAX_RECEIVE_COUNT });
    const queue = await create(name, { VisibilityTimeout: String(visibilitySeconds[name]), RedrivePolicy: redrive });
    queues[name] = { ...queue, deadLetterUrl: dead.url };
  }
  client.destroy();
  return { endpoint, queues, stop: async () => app.close() };
};
