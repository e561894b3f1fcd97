import { mixed, t } from "../../data/language.ts";
import { useState } from "preact/hooks";
import type { DnsCheck, Mailbox } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { useAction } from "../../data/queries.ts";
import { useProvider } from "../../data/providers.ts";
import { may } from "../../data/session.ts";
import { Button, Copy } from "../../ui/controls.tsx";
import { Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { DnsBadge } from "../mailboxes/state.tsx";
import { type Published, publishedOf } from "./dns-names.ts";

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
