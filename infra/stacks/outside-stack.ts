import { Duration, Stack, type StackProps } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { HealthCheck, HealthCheckType } from "aws-cdk-lib/aws-route53";
import type { Construct } from "constructs";
import { outsideAlarm } from "#shared/service/alarms.ts";
import type { StageConfig } from "../config.ts";
import { alarmTopic, overOf, ring } from "../constructs/ring.ts";

/**
 * AWS, "Monitoring health checks using CloudWatch": Route 53's metrics are only in this region, and an alarm must be in the region of its metric and
 * topic.
 */
const REGION = "us-east-1";
/** The minimum that Route 53 accepts (AWS, "AWS::Route53::HealthCheck": Regions); more would multiply the requests. */
const CHECKED_FROM = ["us-east-1", "eu-west-1", "ap-southeast-1"];

/** The properties of the stack that watches from outside the region. */
export interface OutsideStackProps extends Omit<StackProps, "env"> {
  readonly stage: StageConfig["stage"];
  readonly outsideWatch: NonNullable<StageConfig["outsideWatch"]>;
}

/**
 * Requests a page without a key from three continents, with an alarm outside the service's region, whose own alarms are silent when the whole region
 * is down.
 */
export class OutsideStack extends Stack {
  constructor(scope: Construct, id: string, { stage, outsideWatch, ...props }: OutsideStackProps) {
    super(scope, id, { ...props, env: { region: REGION } });
    const { healthCheckId } = new HealthCheck(this, "Api", {
      type: HealthCheckType.HTTPS,
      fqdn: outsideWatch.host,
      resourcePath: "/docs",
      enableSNI: true,
      requestInterval: Duration.seconds(30),
      failureThreshold: 3,
      regions: CHECKED_FROM,
    });
    const dimensionsMap = { HealthCheckId: healthCheckId };
    const metric = new Metric({ namespace: "AWS/Route53", metricName: "HealthCheckStatus", dimensionsMap, ...overOf(outsideAlarm) });
    ring(this, outsideAlarm, { stage, metric, topic: alarmTopic(this, "Pages", outsideWatch.alarmEmailParameter) });
  }
}
