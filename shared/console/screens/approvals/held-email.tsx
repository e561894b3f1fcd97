import type { Send, ThreadMessage } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { t } from "../../data/language.ts";
import { otherIn } from "../../data/session.ts";
import { useRecord } from "../../data/queries.ts";
import { bytes } from "../../ui/numbers.ts";
import { Badge } from "../../ui/controls.tsx";
import { Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { differences } from "./differences.ts";

/** What of an email is compared between its revisions. */
export interface Version {
  readonly revision: number;
  readonly head: string;
  readonly text: string;
  readonly html: string;
}

const named = ({ name, email }: { readonly name: string; readonly email: string }): string => (name === "" ? email : `${name} <${email}>`);

/** The email as one version: recipients, subject, headers and files in its head. */
export const versionOf = (send: Send): Version => ({
  revision: send.revision ?? 1,
  head: [
    `${t("From")}: ${named({ name: send.from_name, email: send.from_email })}`,
    `${t("To")}: ${named({ name: send.to_name, email: send.to_email })}`,
    ...(send.cc.length > 0 ? [`Cc: ${send.cc.map(named).join(", ")}`] : []),
    ...(send.bcc.length > 0 ? [`Bcc: ${send.bcc.map(named).join(", ")}`] : []),
    ...(send.reply_to === "" ? [] : [`Reply-To: ${send.reply_to}`]),
    `${t("Subject")}: ${send.subject}`,
    ...Object.entries(send.headers).map(([name, value]) => `${name}: ${value}`),
    ...send.attachments.map(({ name, size }) => `${t("File")}: ${name} (${bytes(size)})`),
  ].join("\n"),
  text: send.body_text,
  html: send.body_html,
});

const Marked = ({ before, after }: { readonly before: string; readonly after: string }) => (
  <>
    {differences(before, after).map(({ kind, text }, i) =>
      kind === "added" ? <ins key={i}>{text}</ins> : kind === "removed" ? <del key={i}>{text}</del> : text,
    )}
  </>
);

/** The held email; where this page has shown an earlier revision, with what has changed since. */
export const HeldEmail = ({ send, before }: { readonly send: Send; readonly before: Version | undefined }) => {
  const now = versionOf(send);
  const old = before !== undefined && before.revision < now.revision ? before : now;
  return (
    <Panel title="Waits for approval">
      <p class="row soft">
        {old !== now && <Badge tone="warn">{t("Changed since you looked")}</Badge>}
        {t("Revision {n}", { n: String(now.revision) })}
        {otherIn(send.by) !== "" && <span>{t("Written by {who}", { who: send.by })}</span>}
        {send.hold_until !== undefined && (
          <span>
            {t("is cancelled without approval")} <Time of={send.hold_until} />
          </span>
        )}
      </p>
      <pre class="mail-text head">
        <Marked before={old.head} after={now.head} />
      </pre>
      <pre class="mail-text">
        <Marked before={old.text} after={now.text} />
      </pre>
      {send.body_html !== "" && (
        <details open={old.html !== now.html}>
          <summary>HTML</summary>
          <pre class="mail-text">
            <Marked before={old.html} after={now.html} />
          </pre>
        </details>
      )}
    </Panel>
  );
};

/** The latest message of the conversation that was sent or received. */
const lastOf = (messages: readonly ThreadMessage[]): ThreadMessage | undefined =>
  messages.findLast(({ direction, status }) => direction === "inbound" || status === "sent");

/** What the email answers. */
export const Answers = ({ send: { thread_id: thread } }: { readonly send: Send }) => {
  const { data } = useRecord(["threads", thread, "of-send"], thread === "" ? undefined : () => client.threads.get(thread));
  const last = data && lastOf(data.messages);
  return (
    <Panel title="What it answers">
      {last === undefined ? (
        <p class="soft">{t(thread === "" ? "It begins a conversation." : "Nothing was sent or received in its conversation yet.")}</p>
      ) : (
        <>
          <p class="row">
            <a class="strong" href={`/console/inbox/${thread}#${last.id}`}>
              {last.from.name || last.from.email}
            </a>
            <Time of={last.date} />
          </p>
          <pre class="mail-text">{last.reply_text || last.body_text}</pre>
        </>
      )}
    </Panel>
  );
};
