import { getOpenapi as operation } from "#shared/contract/docs.ts";
import { openapi } from "#shared/contract/openapi.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { openGate as gate } from "#shared/runtime/open-gate.ts";

/** GET /openapi.json. */
export const getOpenapi = (ports: { gate: Gate }) => endpoint(ports.gate, operation, async () => openapi());

export const handler = getOpenapi({ gate });
