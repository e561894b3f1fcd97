import type { Mailbox } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { Badge, type Tone } from "../../ui/controls.tsx";

/** The condition of a mailbox; `paused`: it works, but its daily limit is 0, so that nothing leaves. */
type Condition = "works" | "paused" | "failing" | "disconnected";

/** The condition of a mailbox. */
export const conditionOf = ({ status, max_daily_sends }: Pick<Mailbox, "status" | "max_daily_sends">): Condition => {
  if (status === "disconnected") return "disconnected";
  if (status === "error") return "failing";
  return max_daily_sends === 0 ? "paused" : "works";
};

/** The latest errors of its servers: the part concerned, and the server's words. */
export const troublesOf = (mailbox: Mailbox): readonly (readonly [part: string, words: string])[] =>
  (
    [
      ["Sending", mailbox.smtp_last_error],
      ["Reading", mailbox.inbox_last_error],
      ["Copies in Sent", mailbox.sent_copies_last_error],
    ] as const
  ).filter(([, words]) => words !== "");

const worst = ["invalid", "missing", "error", "verified", "not_applicable"] as const;

/** The state of its domain's DNS records: the worst of the three; "" before the first check. */
export const dnsOf = ({ dns }: Mailbox): (typeof worst)[number] | "" =>
  dns === undefined ? "" : worst.find((status) => [dns.dkim, dns.spf, dns.dmarc].includes(status))!;

/** What the list is narrowed to; "" for everything. */
export interface Filter {
  readonly q: string;
  readonly state: Condition | "dns" | "";
}

/** The choices of the filter's state. */
export const states: readonly (readonly [Filter["state"], string])[] = [
  ["", "All"],
  ["works", "Works"],
  ["paused", "Paused"],
  ["failing", "Failing"],
  ["disconnected", "Disconnected"],
  ["dns", "DNS incomplete"],
];

/** The filter that an address's query names. */
export const filterOf = ({ q = "", state = "" }: Readonly<Record<string, string | undefined>>): Filter => ({
  q,
  state: states.find(([value]) => value === state)?.[0] ?? "",
});

/** The query of a filter's address, with `?`; "" without filters. */
export const addressOf = ({ q, state }: Filter): string => {
  const given = new URLSearchParams({ ...(q !== "" && { q }), ...(state !== "" && { state }) }).toString();
  return given === "" ? "" : `?${given}`;
};

const hasBadDns = (mailbox: Mailbox): boolean => ["invalid", "missing"].includes(dnsOf(mailbox));

/** The mailboxes that a filter leaves: every word of `q` is in the address, an alias or the name. */
export const narrowed = (mailboxes: readonly Mailbox[], { q, state }: Filter): readonly Mailbox[] => {
  const words = q.toLowerCase().split(" ").filter(Boolean);
  return mailboxes.filter((mailbox) => {
    const text = [mailbox.email, mailbox.display_name, ...mailbox.aliases].join(" ").toLowerCase();
    const isState = state === "" || (state === "dns" ? hasBadDns(mailbox) : conditionOf(mailbox) === state);
    return isState && words.every((word) => text.includes(word));
  });
};

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
