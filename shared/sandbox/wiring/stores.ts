import { mongoAgenda } from "../store/agenda.ts";
import { connect, connectLive } from "#shared/platform/wiring/database.ts";
import { mongoDueWorlds } from "../store/worlds.ts";
import { mongoSandboxMails } from "../store/sandbox-mails.ts";

/** The agenda of the current test world. */
export const agenda = /* @__PURE__ */ mongoAgenda(connect);

/** The test worlds whose wake-ups are due. */
export const dueWorlds = /* @__PURE__ */ mongoDueWorlds(connectLive);

/** The mail of test worlds. */
export const sandboxMails = /* @__PURE__ */ mongoSandboxMails(connect);
