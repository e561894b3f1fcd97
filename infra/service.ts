import type { App } from "aws-cdk-lib";
import { refuseFaults, type StageConfig } from "./config.ts";
import type { FunctionCode } from "./constructs/service-function.ts";
import type { Resources } from "./permissions.ts";
import { ApiStack, routesByPart, RoutesStack } from "./stacks/api-stacks.ts";
import { BodiesStack, SecretsStack } from "./stacks/kept-stacks.ts";
import { JobsStack } from "./stacks/jobs-stack.ts";
import { MessagingStack } from "./stacks/messaging-stack.ts";
import { MonitoringStack, OutsideStack } from "./stacks/monitoring-stack.ts";

/** The stacks of one stage, connected to each other; throws for a setting that cannot work. */
export const buildService = (app: App, config: StageConfig, code: FunctionCode) => {
  refuseFaults(config);
  const name = (part: string) => `email-${config.stage}-${part}`;
  const secrets = new SecretsStack(app, name("secrets"), { terminationProtection: config.stage === "prod" });
  const messaging = new MessagingStack(app, name("messaging"), { stage: config.stage });
  const stored = config.bodiesInDatabaseDays > 0 ? new BodiesStack(app, name("bodies"), { config }) : undefined;
  const api = new ApiStack(app, name("api"), { config });
  const resources: Resources = {
    secret: secrets.secret,
    keyring: secrets.keyring,
    queues: messaging.queues,
    ...(stored && { bodies: stored.bodies }),
    scheduleGroup: messaging.scheduleGroupName,
    scheduleRole: messaging.scheduleRole,
    publicUrl: config.domain ? `https://${config.domain.name}` : api.api.apiEndpoint,
  };
  const jobs = new JobsStack(app, name("jobs"), { config, resources, code });
  const routes = [...routesByPart(config)].map(
    ([part, members]) => new RoutesStack(app, name(`api-${part}`), { api: api.api, members, config, resources, code }),
  );
  // The database is migrated before the new code answers requests; and one stack after the other changes the HTTP API, which refuses to be changed by
  // two at once (AWS, "CreateRoute": ConflictException).
  for (const [n, stack] of routes.entries()) for (const first of [jobs, ...routes.slice(0, n)]) stack.addStackDependency(first);
  const monitoring = new MonitoringStack(app, name("monitoring"), {
    config,
    accessLog: api.accessLog,
    queues: messaging.queues,
    functions: jobs.functions,
  });
  for (const stack of routes) monitoring.addStackDependency(stack);
  jobs.stepAfter(monitoring);
  const { stage, outsideWatch } = config;
  const outside = outsideWatch && new OutsideStack(app, name("outside"), { stage, outsideWatch });
  return { secrets, messaging, ...(stored && { bodies: stored }), api, routes, jobs, monitoring, ...(outside && { outside }) };
};
