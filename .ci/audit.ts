// Known weaknesses in what the service carries: `npm audit` of the packages that are not for development only. Exits with 75 when the
// registry gives no answer, so that silence is never taken for health.
import { spawnSync } from "node:child_process";

const NO_ANSWER = 75;

interface Audit {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> };
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>;
  readonly message?: string;
}

const readAudit = (text: string): Audit => {
  try {
    return JSON.parse(text) as Audit;
  } catch {
    return {};
  }
};

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" });
const audit = readAudit(stdout);
if (!audit.metadata) {
  console.log(`audit: the registry does not answer: ${audit.message ?? "no message"}`);
  process.exit(NO_ANSWER);
}
for (const [name, { severity }] of Object.entries(audit.vulnerabilities ?? {})) console.log(`${name}: ${severity}`);
const { high = 0, critical = 0, total = 0 } = audit.metadata.vulnerabilities;
console.log(`audit: ${total} known weaknesses, ${high + critical} of them high or critical`);
process.exit(high + critical === 0 ? 0 : 1);
