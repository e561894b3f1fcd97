import { showConnectPage as operation } from "#shared/contract/connect-page.ts";
import { formKey, isFramed } from "#shared/http/connect/browser.ts";
import { addressPage, problemsIn } from "#shared/http/connect/steps.ts";
import { isAnswer, visit, type VisitPorts } from "#shared/http/connect/visit.ts";
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
    const problems = problemsIn(query.problem);
    return addressPage({ scene, key: formKey(browser), framed: isFramed(headers), email: link.email ?? "", problems });
  };

export const handler = endpoint(operation, show({ openLinks, users, clock, ids }));
