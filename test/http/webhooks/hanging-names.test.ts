// Names whose DNS never answers hold nothing but themselves: not other accounts' webhooks, and no working mailbox (S53 in SECURITY.md).
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "#test/support/client.ts";
import { startDnsServer } from "#test/support/dns-server.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

const HANGING = Array.from({ length: 20 }, (_, n) => `h${n}.hangs.test`);
const HEALTHY = Array.from({ length: 9 }, (_, n) => `/healthy/${n}`);

const posted: string[] = [];
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    posted.push(`${(JSON.parse(body) as { type: string }).type} ${request.url}`);
    response.end();
  });
});
let system: RunningSystem;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
beforeAll(async () => {
  dns = await startDnsServer(Object.fromEntries(HANGING.map((name) => [name, "timeout" as const])));
  system = await runSystem({ DNS_SERVERS: dns.address });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
}, 60_000);
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await system?.stop();
  dns?.stop();
});

it("nine endpoints get their event and a mailbox works while another account's twenty names hang", async () => {
  const at = `http://localhost:${(receiver.address() as AddressInfo).port}`;
  for (const path of HEALTHY) await system.call("POST", "/v1/webhooks", { url: at + path, types: ["message.received"] });
  const mailbox = await system.connect("healthy@sandbox.test", { inbox_sync_enabled: true });
  const received = () => posted.filter((one) => one.startsWith("message.received")).length;
  await until(() => HEALTHY.every((path) => posted.includes(`webhook.test ${path}`)) || undefined);
  /** How long the n-th mail takes to be pulled and to reach every endpoint, with a login between, ms. */
  const arrives = async (n: number): Promise<number> => {
    const since = Date.now();
    system.put("healthy@sandbox.test", `mail ${n}`);
    expect((await system.pull(mailbox)).messages).toHaveLength(n);
    expect(await system.call("POST", `/v1/mailboxes/${mailbox}/test`)).toMatchObject({ status: 200, body: { status: "ok" } });
    await until(() => received() >= n * HEALTHY.length || undefined);
    return Date.now() - since;
  };
  const usualMs = await arrives(1);

  for (const name of HANGING) await system.callAsOther("POST", "/v1/webhooks", { url: `https://${name}/` });
  const inVain = HANGING.slice(0, 8).map((host) =>
    system.callAsOther("POST", "/v1/mailboxes", system.mailboxBody(`a@${host}`, { smtp_host: host, imap_host: host })),
  );
  // All of them are being asked for by now: webhooks and mail servers.
  await until(() => HANGING.every((name) => dns.asked.includes(`A ${name}`)) || undefined);
  // One look-up in vain takes ten seconds; how long the rest takes is the machine's.
  expect(await arrives(2)).toBeLessThan(usualMs + 8_000);
  expect(received()).toBe(2 * HEALTHY.length);
  expect((await system.call("GET", `/v1/mailboxes/${mailbox}`)).body.status).toBe("active");
  expect(new Set((await Promise.all(inVain)).map(({ status }) => status >= 400 && status < 500))).toEqual(new Set([true]));
}, 60_000);
