import type { submitConnectPage } from "../../contract/connect-page.ts";
import { hashOf } from "../../domain/connect-links/connect-link.ts";
import { type Browser, connectByLink, type LinkPorts, type Outcome } from "../../domain/connect-links/connect-by-link.ts";
import { findWays, type WaysPorts } from "../../domain/connect-links/ways.ts";
import type { RawAnswer } from "../answer.ts";
import type { EndpointRequest } from "../endpoint.ts";
import { formKey, isFramed, isOwnForm } from "./browser.ts";
import { type LimitPorts, withinLimits } from "./limits.ts";
import { leadTo } from "./page.ts";
import { addressIn, type FormFields, foundFields, passwordRequest } from "./read-form.ts";
import { addressPage, type Step, waysPage } from "./steps.ts";
import { isAnswer, visit, type Visit, type VisitPorts } from "./visit.ts";

type Request = EndpointRequest<typeof submitConnectPage>;

/** The ports of the page's form. */
export type SubmitPorts = VisitPorts &
  LimitPorts &
  Omit<WaysPorts, "openLinks"> &
  Omit<LinkPorts, "openLinks"> & {
    readonly openLinks: VisitPorts["openLinks"] & WaysPorts["openLinks"] & LinkPorts["openLinks"];
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

/** Where a link's page is. */
export const pageOf = ({ browser }: Pick<Visit, "browser">): string => `/connect/${browser.token}`;

/** One step of the form: discovers how the address is connected, or connects it with a password. */
export const submitStep = async (ports: SubmitPorts, request: Request): Promise<RawAnswer> => {
  const { headers, body } = request;
  const visited = await visit(ports, request, request.params.token);
  if (isAnswer(visited)) return visited;
  const { link, scene, browser, isKnown } = visited;
  const email = link.mailboxId === undefined ? addressIn(body) : link.email;
  const step: Step = {
    scene,
    key: formKey(browser),
    framed: isFramed(headers),
    email: email ?? body["email"]?.slice(0, 254) ?? "",
    problems: [],
  };
  if (!isOwnForm(headers, isKnown ? browser : undefined, body["key"]))
    return addressPage({ ...step, email: link.email ?? "", problems: ["again"] });
  if (email === undefined) return addressPage({ ...step, problems: ["address"] });
  const limited = () => addressPage({ ...step, problems: ["limit"] });
  return withinLimits(ports, request, link, () => answerTo(ports, request, visited, { ...step, email }), limited);
};

const answerTo = async (ports: SubmitPorts, request: Request, visited: Visit, step: Step): Promise<RawAnswer> => {
  const { body } = request;
  const { link } = visited;
  const browser = browserFor(visited, "connect/submit", request);
  const finding = findWays(ports, link, browser.hash, step.email);
  if (body["step"] !== "password") {
    const ways = await finding;
    return waysPage(step, ways, foundFields(ways.found));
  }
  // Both take their time, and are asked at once.
  const [ways, outcome] = await Promise.all([finding, tryPassword(ports, visited, browser, step.email, body)]);
  if (outcome.kind !== "refused") return leadTo(pageOf(visited), visited.scene.cookie);
  return waysPage({ ...step, problems: outcome.causes.slice(0, 2) }, ways, body);
};

const tryPassword = async (ports: SubmitPorts, { link }: Visit, browser: Browser, email: string, fields: FormFields): Promise<Outcome> => {
  const wanted = (link.types?.includes("smtp") ?? true) ? passwordRequest(email, fields) : undefined;
  return wanted ? connectByLink(ports, link, browser, wanted) : { kind: "refused", causes: ["settings"] };
};
