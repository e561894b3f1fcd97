import type { submitConnectPage } from "../contract/connect-page.ts";
import { hashOf, type KeptStep, type OpenLinks } from "../connect-link.ts";
import { type Browser, connectByLink, type LinkPorts, type Outcome } from "../create-link.ts";
import { allowsPassword, CONSENT_MS, findConnectOptions, type WaysPorts } from "../ways.ts";
import { serversToConfirm } from "#shared/mailboxes/discovery/discovered.ts";
import type { RawAnswer } from "#shared/api/http/answer.ts";
import type { EndpointRequest } from "#shared/api/http/endpoint.ts";
import {
  formKey,
  isFramed,
  isOwnForm,
  isAnswer,
  stepOf,
  visit,
  type Visit,
  type VisitPorts,
  type LimitPorts,
  withinLimits,
} from "./browser.ts";
import { leadTo } from "./page.ts";
import { addressIn, type FormFields, foundFields, passwordRequest, settingsIn, addressPage, type Step } from "./steps.ts";

type Request = EndpointRequest<typeof submitConnectPage>;

/** The dependencies of the page's form. */
export type SubmitPorts = VisitPorts &
  LimitPorts &
  Omit<WaysPorts, "openLinks"> &
  Omit<LinkPorts, "openLinks"> & {
    readonly openLinks: VisitPorts["openLinks"] & WaysPorts["openLinks"] & LinkPorts["openLinks"] & Pick<OpenLinks, "keepStep">;
  };

/** The browser of a request, for records. */
export const browserFor = (
  visited: Pick<Visit, "browser">,
  operation: string,
  { sourceIp, headers }: Pick<Request, "sourceIp" | "headers">,
): Browser => ({
  hash: hashOf(visited.browser.secret),
  operation,
  sourceIp,
  userAgent: (headers["user-agent"] ?? "").slice(0, 200),
});

/** The path of a link's page. */
export const pageOf = ({ browser }: Pick<Visit, "browser">): string => `/connect/${browser.token}`;

/**
 * Handles one step of the form: discovers how the address can be connected, or connects it with a password. Stores the next step and redirects to it,
 * so that going back never submits a form again.
 */
export const submitStep = async (ports: SubmitPorts, request: Request): Promise<RawAnswer> => {
  const { headers } = request;
  const visited = await visit(ports, request, request.params.token);
  if (isAnswer(visited)) return visited;
  const { link, scene, browser, isKnown } = visited;
  // The token is checked first, so that nobody without one makes the service read a form.
  const form = request.body();
  const email = link.mailboxId === undefined ? addressIn(form) : link.email;
  const page: Step = {
    scene,
    key: formKey(browser),
    framed: isFramed(headers),
    email: email ?? form["email"]?.slice(0, 254) ?? "",
    problems: [],
  };
  if (!isOwnForm(headers, isKnown ? browser : undefined, form["key"]))
    return addressPage({ ...page, email: link.email ?? "", problems: ["again"] });
  if (email === undefined) return leadTo(`${pageOf(visited)}?problem=address`, scene.cookie);
  const limited = () => addressPage({ ...page, problems: ["limit"] });
  const from = browserFor(visited, "connect/submit", request);
  const kept = stepOf(visited, ports.clock.now());
  const before = kept?.email === email ? kept : undefined;
  if (before && (form["step"] === "confirm" || form["step"] === "others"))
    return leadToStep(ports, visited, from, judged(before, form["step"]));
  return withinLimits(ports, request, link, () => answerTo(ports, visited, from, { email, form, before }), limited);
};

interface Submitted {
  readonly email: string;
  readonly form: FormFields;
  /** The step that was shown for this address, if there was one. */
  readonly before: KeptStep | undefined;
}

const answerTo = async (ports: SubmitPorts, visited: Visit, from: Browser, { email, form, before }: Submitted): Promise<RawAnswer> => {
  const isPassword = form["step"] === "password";
  const step = (isPassword && before) || (await found(ports, visited, from, email));
  if (!isPassword || !step.confirmed) return leadToStep(ports, visited, from, step);
  const outcome = await tryPassword(ports, visited, from, email, form);
  if (outcome.kind !== "refused") return leadTo(pageOf(visited), visited.scene.cookie);
  return leadToStep(ports, visited, from, { ...step, fields: settingsIn(form), problems: outcome.causes.slice(0, 2) });
};

/** What discovery found for the address. Where it names servers that nobody vouches for, the owner is asked before a password is. */
const found = async (ports: SubmitPorts, { link }: Visit, { hash }: Browser, email: string): Promise<KeptStep> => {
  const ways = await findConnectOptions(ports, link, hash, email);
  const confirmed = ways.password === "none" || serversToConfirm(ways.found).length === 0;
  return { email, ways, fields: foundFields(ways.found), problems: [], confirmed };
};

/** The owner's decision about servers outside the address's domain: they are right, or others are entered. */
const judged = (step: KeptStep, word: "confirm" | "others"): KeptStep => {
  const hosts = serversToConfirm(step.ways.found).map(({ protocol }) => [`${protocol}_host`, ""]);
  const fields = word === "confirm" ? step.fields : { ...step.fields, ...Object.fromEntries(hosts) };
  return { ...step, fields, problems: [], confirmed: true };
};

const leadToStep = async ({ openLinks }: SubmitPorts, visited: Visit, { hash }: Browser, step: KeptStep): Promise<RawAnswer> => {
  await openLinks.keepStep(visited.link, hash, step, CONSENT_MS);
  return leadTo(`${pageOf(visited)}?step=connect`, visited.scene.cookie);
};

const tryPassword = async (ports: SubmitPorts, { link }: Visit, browser: Browser, email: string, fields: FormFields): Promise<Outcome> => {
  const wanted = allowsPassword(link) ? passwordRequest(email, fields) : undefined;
  return wanted ? connectByLink(ports, link, browser, wanted) : { kind: "refused", causes: ["settings"] };
};
