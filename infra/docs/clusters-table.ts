import { API_POOL, carriedBy, type ClusterName, clusters } from "../clusters.ts";
import { mostConnections } from "../functions.ts";

const shown = (value: number) => value.toLocaleString("en");

const row = (name: ClusterName): string => {
  const { connections, workerPool, share, outsideCalls, throttle } = clusters[name];
  const { mailboxes, emailsADay } = carriedBy(name);
  const most = mostConnections({ stage: "prod", cluster: name });
  const cells = [
    name,
    `${shown(most)} of ${shown(connections)}`,
    `${workerPool} and ${API_POOL}`,
    String(share),
    String(outsideCalls),
    `${shown(throttle.rate)} a second, ${shown(throttle.burst)} at once`,
    shown(mailboxes),
    shown(emailsADay),
  ];
  return `| ${cells.join(" | ")} |`;
};

/** The capacity of each Atlas tier in prod, as a Markdown table. */
export const clusterTable = (): string =>
  [
    "| cluster | connections at most | pool of jobs and of the API | share | calls that wait for servers of others | requests | mailboxes polled every two minutes | emails a day |",
    "|---|---|---|---|---|---|---|---|",
    ...(Object.keys(clusters) as ClusterName[]).map(row),
  ].join("\n");
