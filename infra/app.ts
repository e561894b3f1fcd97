// `cdk synth`, `cdk deploy`: every stack of the stage in `-c stage=…`.
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { bundleFunctions, keepMaps } from "./bundle.ts";
import { configOf } from "./config.ts";
import { buildService } from "./service.ts";

const app = new App();
const config = configOf(app);
buildService(app, config, await bundleFunctions());
keepMaps(config.stage);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
