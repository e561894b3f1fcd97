import { showConnectPage as operation } from "#shared/contract/connect-page.ts";
import { formKey, isFramed } from "#shared/http/connect/browser.ts";
import { addressPage, problemsIn, waysPage } from "#shared/http/connect/steps.ts";
import { isAnswer, stepOf, visit, type VisitPorts } from "#shared/http/connect/visit.ts";
import type { Run } from "#shared/http/endpoint.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { openLinks } from "#shared/runtime/ports/open-links.ts";
import { users } from "#shared/runtime/ports/users.ts";
import { clock, ids } from "#shared/runtime/system.ts";

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
