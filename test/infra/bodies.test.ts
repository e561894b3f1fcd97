import type { Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { expect, it, vi } from "vitest";
import type { StageConfig } from "#infra/config.ts";
import type { buildService } from "#infra/service.ts";
import { needing } from "#test/support/needs.ts";
import { anApp } from "./an-app.ts";

// Each synthesis of all stacks takes seconds of processor time.
vi.setConfig({ testTimeout: 180_000 });

const functionStacksOf = ({ routes, jobs: jobStack }: ReturnType<typeof buildService>): readonly Stack[] => [...routes, jobStack];
const stacks = () => anApp().stacks;
const prodStacks = () => anApp({}, "prod").stacks;

const PRIVATE: Partial<StageConfig> = {
  vpc: {
    vpcId: "vpc-0123456789abcdef0",
    availabilityZones: ["us-east-1a"],
    subnetIds: ["subnet-0123456789abcdef0"],
    routeTableIds: ["rtb-0123456789abcdef0"],
    securityGroupId: "sg-0123456789abcdef0",
  },
};

it.each([
  ["dev", stacks],
  ["prod", prodStacks],
])("let those read moved bodies that show or send mail, and one job write and delete them: %s", (stage, stacksOf) => {
  const those = functionStacksOf(stacksOf());
  const holders = (action: string) =>
    those.flatMap((stack) =>
      Object.values(Template.fromStack(stack).findResources("AWS::IAM::Policy")).filter((policy) =>
        JSON.stringify(policy).includes(action),
      ),
    ).length;
  const of = (count: number) => (stage === "prod" ? count : 0);

  expect(needing("writeBodies")).toEqual(["jobs/move-bodies"]);
  expect(needing("readBodies").length).toBeGreaterThan(10);
  expect(["s3:GetObject", "kms:Decrypt"].map(holders)).toEqual(Array(2).fill(of(needing("readBodies").length)));
  expect(["s3:PutObject", "s3:DeleteObject", "kms:GenerateDataKey"].map(holders)).toEqual(Array(3).fill(of(1)));
  expect(holders("s3:ListBucket")).toBe(of(needing("readBodies", "writeBodies").length));
});

it("keep moved bodies apart: encrypted by a key of ours, no version for longer than a restore needs, no longer than bodies are kept", () => {
  const template = Template.fromStack(anApp({ ...PRIVATE, bodiesInDatabaseDays: 7, bodiesKeptDays: 90 }).stacks.bodies!);

  template.hasResource("AWS::S3::Bucket", {
    DeletionPolicy: "Retain",
    Properties: {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ BucketKeyEnabled: true, ServerSideEncryptionByDefault: { SSEAlgorithm: "aws:kms" } }],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      LifecycleConfiguration: {
        Rules: [
          { Prefix: "dated/", ExpirationInDays: 90, Status: "Enabled" },
          { NoncurrentVersionExpiration: { NoncurrentDays: 7 }, ExpiredObjectDeleteMarker: true, Status: "Enabled" },
        ],
      },
    },
  });
  template.hasResource("AWS::KMS::Key", { DeletionPolicy: "Retain", Properties: { EnableKeyRotation: true } });
  template.hasResourceProperties("AWS::EC2::VPCEndpoint", { VpcEndpointType: "Gateway", RouteTableIds: ["rtb-0123456789abcdef0"] });
  const forEver = Template.fromStack(anApp({ bodiesInDatabaseDays: 7, bodiesKeptDays: 0 }).stacks.bodies!);
  expect(JSON.stringify(forEver.toJSON())).not.toContain("ExpirationInDays");
});
