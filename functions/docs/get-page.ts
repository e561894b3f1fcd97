import { getDocs as operation } from "#shared/contract/docs.ts";
import { docsPage } from "#shared/http/docs-page.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { openGate as gate } from "#shared/runtime/open-gate.ts";

/** GET /docs. */
export const getPage = (ports: { gate: Gate }) => endpoint(ports.gate, operation, async () => docsPage());

export const handler = getPage({ gate });
