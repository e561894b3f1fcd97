import type { DnsCheck, Mailbox } from "../../../client/index.ts";
import { mixed, t } from "../../data/language.ts";
import { useState } from "preact/hooks";
import { client } from "../../data/client.ts";
import { useAction } from "../../data/queries.ts";
import { useProvider } from "../../data/mailboxes.ts";
import { may } from "../../data/session.ts";
import { Button, Copy } from "../../ui/controls.tsx";
import { Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { DnsBadge } from "../mailboxes/condition.tsx";

/** A DNS record to publish. */
interface Published {
  readonly kind: "DKIM" | "SPF" | "DMARC";
  /** What it is for, in a few words. */
  readonly is: string;
  /** Its name; "" when the provider's selector is not known. */
  readonly host: string;
  readonly status: string;
  /** "" where nothing is to be published. */
  readonly expected: string;
  readonly current: string;
  /** False when `expected` only describes the value, which the provider shows. */
  readonly isValue: boolean;
}

const hostOfDkim = (selector: string, domain: string, expected: string): string => {
  // The suggestion names the record: "… shows for mail._domainkey.example.com>".
  if (expected.endsWith(`._domainkey.${domain}>`)) return expected.slice(expected.lastIndexOf(" ") + 1, -1);
  return selector === "" ? "" : `${selector}._domainkey.${domain}`;
};

/** The three TXT records of the mailbox's domain, with its provider's DKIM selector, "" for none, and the result of a check if there is one. */
export const publishedOf = (mailbox: Mailbox, check: DnsCheck | undefined, selector: string): readonly Published[] => {
  const domain = mailbox.email.slice(mailbox.email.lastIndexOf("@") + 1);
  const found = (name: "dkim" | "spf" | "dmarc") => {
    const { status = mailbox.dns?.[name] ?? "", expected = "", current = "" } = check?.[name] ?? {};
    return { status, expected, current, isValue: expected !== "" && !expected.includes("<") };
  };
  const dkim = found("dkim");
  return [
    { kind: "DKIM", is: "the key of its signatures", host: hostOfDkim(selector, domain, dkim.expected), ...dkim },
    { kind: "SPF", is: "which servers may send for the domain", host: domain, ...found("spf") },
    { kind: "DMARC", is: "what receivers do with mail that fails both", host: `_dmarc.${domain}`, ...found("dmarc") },
  ];
};

const Value = ({ name, text, canCopy }: { readonly name: string; readonly text: string; readonly canCopy: boolean }) => (
  <div class="value">
    <span class="soft">{t(name)}</span>
    <code>{text}</code>
    {canCopy && <Copy text={text} />}
  </div>
);

const Entry = ({ record: { kind, is, host, status, expected, current, isValue } }: { readonly record: Published }) => (
  <li>
    <div class="row">
      <h3>{kind}</h3>
      <DnsBadge status={status} />
      <span class="soft">{t(is)}</span>
    </div>
    {status !== "not_applicable" && (
      <>
        {host !== "" && <Value name="TXT of" text={host} canCopy />}
        {current !== "" && <Value name="Reads" text={current} canCopy />}
        {expected !== "" && expected !== current && <Value name="Should read" text={expected} canCopy={isValue} />}
      </>
    )}
  </li>
);

/** The records of its domain to copy, and their check. */
export const Dns = ({ mailbox }: { readonly mailbox: Mailbox }) => {
  const [check, setCheck] = useState<DnsCheck>();
  const [selector = ""] = useProvider(mailbox)?.dkim_selectors ?? [];
  const checking = useAction(() => client.mailboxes.checkDns(mailbox.id), {
    done: "The records are checked",
    changes: [["mailboxes"], ["attention"]],
    onDone: setCheck,
  });
  return (
    <Panel
      title="DNS records"
      actions={
        may("admin") && (
          <Button isBusy={checking.isRunning} onClick={() => checking.run()}>
            Check the records
          </Button>
        )
      }
    >
      <p class="soft">
        {mailbox.dns ? (
          <>
            {mixed("Checked {time}, and daily from then on.", { time: <Time of={mailbox.dns.checked_at} as="ago" /> })}
            {check === undefined && ` ${t("A check shows what they read and should read.")}`}
          </>
        ) : (
          t(
            "Receivers take mail without them for spam. A check looks them up and says what each should be; from then on it is repeated daily.",
          )
        )}
      </p>
      <ul class="records">
        {publishedOf(mailbox, check, selector).map((record) => (
          <Entry key={record.kind} record={record} />
        ))}
      </ul>
    </Panel>
  );
};
