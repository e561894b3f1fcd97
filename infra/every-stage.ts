// `npm run synth:every`: the stacks of every stage, of functions that are bundled once. Deployments synthesise one stage, by app.ts.
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { bundleFunctions, keepMaps } from "./bundle.ts";
import { stages } from "./config.ts";
import { buildService } from "./service.ts";

const app = new App();
const code = await bundleFunctions();
for (const config of Object.values(stages)) {
  buildService(app, config, code);
  keepMaps(config.stage);
}
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
