import type { ComponentChildren } from "preact";
import type { Mailbox } from "../../../client/index.ts";
import { Copy } from "../../ui/copy.tsx";
import { Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const types = {
  smtp: "With a password",
  google: "Google, by consent",
  outlook: "Outlook, by consent",
  sandbox: "Test world, without a server",
};

/** Its servers and times. */
export const Facts = ({ mailbox }: { readonly mailbox: Mailbox }) => (
  <Panel title="Details">
    <dl class="facts">
      <Fact name="Access">{types[mailbox.type]}</Fact>
      {mailbox.smtp_host !== "" && (
        <Fact name="SMTP">
          {mailbox.smtp_host}:{mailbox.smtp_port} <span class="soft">as {mailbox.smtp_username}</span>
        </Fact>
      )}
      {mailbox.imap_host !== "" && (
        <Fact name="IMAP">
          {mailbox.imap_host}:{mailbox.imap_port} <span class="soft">as {mailbox.imap_username}</span>
        </Fact>
      )}
      {mailbox.aliases.length > 0 && <Fact name="Also">{mailbox.aliases.join(", ")}</Fact>}
      <Fact name="Inbox">
        {mailbox.inbox_sync_enabled ? (
          <>
            {mailbox.inbox_last_sync_at === undefined ? (
              "not read yet"
            ) : (
              <>
                read <Time of={mailbox.inbox_last_sync_at} as="ago" />
              </>
            )}
            , mail since <Time of={mailbox.inbox_sync_from} />
          </>
        ) : (
          "not read"
        )}
      </Fact>
      <Fact name="Connected">
        <Time of={mailbox.created_at} as="full" />
      </Fact>
      <Fact name="Id">
        <span class="mono">{mailbox.id}</span> <Copy text={mailbox.id} />
      </Fact>
    </dl>
  </Panel>
);
