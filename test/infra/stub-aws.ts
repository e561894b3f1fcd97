// As much of STS, SSM, S3 and CloudFormation as `cdk deploy` asks for, on loopback: stacks are made at once, assets are there already.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

const ACCOUNT = "123456789012";
const REGION = "eu-central-1";

interface StubStack {
  readonly name: string;
  readonly id: string;
  status: "REVIEW_IN_PROGRESS" | "CREATE_COMPLETE";
}

const assumed = `<Credentials><AccessKeyId>a</AccessKeyId><SecretAccessKey>b</SecretAccessKey><SessionToken>c</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration></Credentials>
  <AssumedRoleUser><Arn>arn:aws:sts::${ACCOUNT}:assumed-role/x/y</Arn><AssumedRoleId>x:y</AssumedRoleId></AssumedRoleUser>`;

/** Answers of CloudFormation for the stacks made so far; `made` lists the names in the order in which their change sets were executed. */
const cloudFormation = (stacks: Map<string, StubStack>, made: string[]) => {
  const of = (name: string) => stacks.get(name) ?? [...stacks.values()].find(({ id }) => id === name);
  const required = (name: string) => {
    const stack = of(name);
    if (!stack) throw new Error(`Stack with id ${name} does not exist`);
    return stack;
  };
  const answers: Readonly<Record<string, (name: string) => string>> = {
    CreateChangeSet: (name) => {
      const id = `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${name}/1`;
      stacks.set(name, { name, id, status: "REVIEW_IN_PROGRESS" });
      return `<Id>${id}-changes</Id><StackId>${id}</StackId>`;
    },
    DescribeChangeSet: (name) => {
      const { id, name: StackName } = required(name);
      return `<ChangeSetName>c</ChangeSetName><ChangeSetId>${id}-changes</ChangeSetId><StackId>${id}</StackId><StackName>${StackName}</StackName>
        <Status>CREATE_COMPLETE</Status><ExecutionStatus>AVAILABLE</ExecutionStatus><Changes><member><Type>Resource</Type><ResourceChange>
        <Action>Add</Action><LogicalResourceId>A</LogicalResourceId><ResourceType>AWS::SQS::Queue</ResourceType></ResourceChange></member></Changes>`;
    },
    ExecuteChangeSet: (name) => {
      const stack = required(name);
      stack.status = "CREATE_COMPLETE";
      made.push(stack.name);
      return "";
    },
    DescribeStacks: (name) => {
      const { id, name: StackName, status } = required(name);
      return `<Stacks><member><StackName>${StackName}</StackName><StackId>${id}</StackId><StackStatus>${status}</StackStatus>
        <CreationTime>2026-01-01T00:00:00Z</CreationTime></member></Stacks>`;
    },
    UpdateTerminationProtection: (name) => `<StackId>${required(name).id}</StackId>`,
    DescribeStackEvents: () => "<StackEvents/>",
    GetTemplate: () => "<TemplateBody>{}</TemplateBody>",
    GetCallerIdentity: () => `<Arn>arn:aws:iam::${ACCOUNT}:user/x</Arn><UserId>x</UserId><Account>${ACCOUNT}</Account>`,
    AssumeRole: () => assumed,
  };
  return answers;
};

const xml = (response: ServerResponse, body: string, status = 200) => {
  response.writeHead(status, { "content-type": "text/xml" });
  response.end(body);
};

/** S3: every asset is there already, so none is uploaded. */
const s3 = (response: ServerResponse, url: URL) =>
  url.searchParams.has("location")
    ? xml(response, `<LocationConstraint>${REGION}</LocationConstraint>`)
    : xml(
        response,
        `<ListBucketResult><KeyCount>1</KeyCount><Contents><Key>${url.searchParams.get("prefix")}</Key><Size>1</Size></Contents></ListBucketResult>`,
      );

const answer = async (request: IncomingMessage, response: ServerResponse, answers: ReturnType<typeof cloudFormation>): Promise<boolean> => {
  const url = new URL(request.url ?? "/", "http://stub");
  const body = await text(request);
  if (request.headers["x-amz-target"] === "AmazonSSM.GetParameter") {
    response.writeHead(200, { "content-type": "application/x-amz-json-1.1" });
    response.end(JSON.stringify({ Parameter: { Name: "version", Type: "String", Value: "30" } }));
  } else if (request.method === "PUT") response.end();
  else if (request.method === "GET") s3(response, url);
  else {
    const asked = new URLSearchParams(body);
    const action = asked.get("Action") ?? "";
    const known = answers[action];
    if (!known) return false;
    try {
      xml(response, `<${action}Response><${action}Result>${known(asked.get("StackName") ?? "")}</${action}Result></${action}Response>`);
    } catch (error) {
      const told = `<Type>Sender</Type><Code>ValidationError</Code><Message>${(error as Error).message}</Message>`;
      xml(response, `<ErrorResponse><Error>${told}</Error></ErrorResponse>`, 400);
    }
  }
  return true;
};

/** Starts the stub: `environment` leads the CDK's command line to it, `made` grows by each stack's name, `unknown` by each call it does not know. */
export const startStubAws = async () => {
  const made: string[] = [];
  const unknown: string[] = [];
  const answers = cloudFormation(new Map(), made);
  const server = createServer((request, response) => {
    void answer(request, response, answers).then((known) => {
      if (known) return;
      unknown.push(`${request.method} ${request.url}`);
      xml(response, "<ErrorResponse><Error><Code>NotImplemented</Code></Error></ErrorResponse>", 400);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const environment = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: "stub",
    AWS_SECRET_ACCESS_KEY: "stub",
    AWS_REGION: REGION,
    AWS_EC2_METADATA_DISABLED: "true",
  };
  return { environment, made, unknown, stop: () => void server.close() };
};
