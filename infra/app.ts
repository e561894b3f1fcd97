// `cdk synth`, `cdk deploy`: every stack of the stage in `-c stage=…`.
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { bundleFunctions } from "./bundle.ts";
import { configOf } from "./config.ts";
import { buildService } from "./service.ts";

const app = new App();
buildService(app, configOf(app), await bundleFunctions());
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
