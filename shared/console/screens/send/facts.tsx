import { t } from "../../data/language.ts";
import type { ComponentChildren } from "preact";
import type { Send } from "../../../client/index.ts";
import { Badge, Copy } from "../../ui/controls.tsx";
import { cancelledBy } from "../conversation/words.ts";
import { bytes } from "../../ui/numbers.ts";
import { Time } from "../../ui/time.tsx";
import { windowWords } from "./timeline.ts";

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <>
    <dt>{t(name)}</dt>
    <dd>{children}</dd>
  </>
);

const named = ({ name, email }: { readonly name: string; readonly email: string }): string => (name === "" ? email : `${name} <${email}>`);

/** The request of a send: people, labels, times. */
export const Facts = ({ send }: { readonly send: Send }) => (
  <dl class="facts">
    <Fact name="From">
      <a href={`/console/mailboxes/${send.mailbox_id}`}>{named({ name: send.from_name, email: send.from_email })}</a>
    </Fact>
    <Fact name="To">{named({ name: send.to_name, email: send.to_email })}</Fact>
    {send.cc.length > 0 && <Fact name="Cc">{send.cc.map(named).join(", ")}</Fact>}
    {send.bcc.length > 0 && <Fact name="Bcc">{send.bcc.map(named).join(", ")}</Fact>}
    {send.reply_to !== "" && <Fact name="Answers go to">{send.reply_to}</Fact>}
    {send.window && <Fact name="Sending hours">{windowWords(send.window)}</Fact>}
    {send.send_before !== undefined && (
      <Fact name="Not after">
        <Time of={send.send_before} as="full" />
      </Fact>
    )}
    {send.cancel_on.length > 0 && <Fact name="Cancelled by">{cancelledBy(send.cancel_on)}</Fact>}
    {send.tags.length > 0 && (
      <Fact name="Tags">
        <span class="row">
          {send.tags.map((tag) => (
            <a key={tag} href={`/console/sends?${new URLSearchParams({ tag }).toString()}`}>
              <Badge>{tag}</Badge>
            </a>
          ))}
        </span>
      </Fact>
    )}
    {Object.entries(send.metadata).map(([name, value]) => (
      <Fact key={name} name={name}>
        <a href={`/console/sends?${new URLSearchParams({ metadata: `${name}=${value}` }).toString()}`}>{value}</a>
      </Fact>
    ))}
    {send.attachments.length > 0 && (
      <Fact name="Files">
        {send.attachments.map(({ name, size }) => (
          <span key={name} class="cut">
            {name} <span class="soft">{bytes(size)}</span>
          </span>
        ))}
      </Fact>
    )}
    <Fact name="Message-ID">
      <span class="mono">{send.message_id}</span> <Copy text={send.message_id} />
    </Fact>
    <Fact name="Id">
      <span class="mono">{send.id}</span> <Copy text={send.id} />
    </Fact>
  </dl>
);

/** The email's text, and its HTML as source. */
export const Text = ({ send }: { readonly send: Send }) => (
  <>
    <pre class="mail-text">{send.body_text}</pre>
    {send.body_html !== "" && (
      <details>
        <summary>HTML</summary>
        <pre>{send.body_html}</pre>
      </details>
    )}
  </>
);
