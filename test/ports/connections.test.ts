import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";

const POOL = 4;
/** An environment that has done much at once, and counts its sockets. */
const script = (uri: string) => `
  import { connectMongo } from "#shared/platform/mongo/database.ts";
  const database = await connectMongo(async () => ${JSON.stringify(uri)}, () => ({ maxPoolSize: ${POOL} }))();
  await Promise.all(Array.from({ length: 40 }, () => database.collection("none").findOne({ _id: "x" })));
  console.log(process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length);
  await database.close();
`;

it("holds its pool and one connection that watches the server, on Lambda", async () => {
  const env = { ...process.env, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" };
  const source = script(inject("mongoUris")["embedded"] ?? "");

  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", source], { env });

  expect(Number(stdout)).toBe(POOL + 1);
});
