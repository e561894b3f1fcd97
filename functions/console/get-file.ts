import { getConsoleFile as operation } from "#shared/service/console/contract.ts";
import { consoleAnswer } from "#shared/service/console/console-answer.ts";
import { openEndpoint } from "#shared/accounts/wiring/open-endpoint.ts";
import { consoleSource } from "#shared/service/wiring/console-files.ts";

/** GET /console/{path+}. */
export const handler = openEndpoint(operation, ({ params, headers }) =>
  consoleAnswer(params.path, consoleSource, headers["accept-encoding"]),
);
