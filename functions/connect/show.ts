import { showConnectPage as operation } from "#shared/connect/contract/connect-page.ts";
import { formKey, isFramed, isAnswer, stepOf, visit, type VisitPorts } from "#shared/connect/page/browser.ts";
import { addressPage, problemsIn, waysPage } from "#shared/connect/page/steps.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { openLinks } from "#shared/connect/wiring/stores.ts";
import { users } from "#shared/accounts/wiring/stores.ts";
import { clock, ids } from "#shared/platform/system.ts";

/** GET /connect/{token}. */
export const show =
  (ports: VisitPorts): Run<typeof operation> =>
  async ({ params, query, headers, cookies }) => {
    const visited = await visit(ports, { headers, cookies }, params.token);
    if (isAnswer(visited)) return visited;
    const { scene, browser, link } = visited;
    const page = { scene, key: formKey(browser), framed: isFramed(headers) };
    const kept = query.step === undefined ? undefined : stepOf(visited, ports.clock.now());
    if (kept) return waysPage({ ...page, email: kept.email, problems: kept.problems.flatMap(problemsIn) }, kept);
    return addressPage({ ...page, email: link.email ?? "", problems: problemsIn(query.problem) });
  };

export const handler = endpoint(operation, show({ openLinks, users, clock, ids }));
