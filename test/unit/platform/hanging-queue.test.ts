import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { localAws } from "#infra/local/aws-endpoint.ts";
import { putMessages } from "#shared/platform/put-messages.ts";
import { awsLimits } from "#shared/platform/secret.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on("error", () => undefined).resume();
});
beforeAll(() => new Promise<void>((done) => void server.listen(0, "127.0.0.1", done)));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

it("gives up a queue that takes the connection and never answers: the accepted email stays accepted", async () => {
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const log = recordingLog();
  const put = putMessages({ queueUrl: () => `${endpoint}/0/send`, log, options: { ...awsLimits, ...localAws, endpoint } });

  await put(Array.from({ length: 25 }, () => ({ body: {} })));

  expect(log.events).toEqual(["messages not queued", "messages not queued", "messages not queued"]);
});
