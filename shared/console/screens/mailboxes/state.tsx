import { t } from "../../data/language.ts";
import type { Mailbox } from "../../../client/index.ts";
import { Badge, type Tone } from "../../ui/controls.tsx";
import { type Condition, conditionOf, dnsOf } from "./condition.ts";

const tones: Readonly<Record<Condition, Tone>> = { works: "good", paused: "warn", failing: "bad", disconnected: "bad" };

/** The condition of a mailbox as a badge. */
export const State = ({ of }: { readonly of: Mailbox }) => <Badge tone={tones[conditionOf(of)]}>{t(conditionOf(of))}</Badge>;

const dnsTones: Readonly<Record<string, Tone>> = { verified: "good", missing: "warn", invalid: "bad", error: "quiet" };
const dnsWords: Readonly<Record<string, string>> = { "": "not checked", error: "no answer", not_applicable: "not needed" };

/** The state of a DNS record as a badge; "" before it was checked. */
export const DnsBadge = ({ status }: { readonly status: string }) => (
  <Badge tone={dnsTones[status] ?? "quiet"}>{t(dnsWords[status] ?? status)}</Badge>
);

/** The state of its domain's DNS records as a badge. */
export const DnsState = ({ of }: { readonly of: Mailbox }) => <DnsBadge status={dnsOf(of)} />;
