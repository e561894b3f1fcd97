import type { Mailbox } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { Loaded, Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { troublesOf } from "../mailboxes/condition.ts";

/** How many failed sends are shown. */
const FAILED = 5;

const readFailed = async (id: string) => {
  for await (const page of client.sends.list({ mailbox_id: id, status: "failed", limit: FAILED }).pages()) return page;
  return [];
};

/** What its servers said when something did not work, in their own words. */
export const Errors = ({ mailbox }: { readonly mailbox: Mailbox }) => {
  const failed = useRecord(["sends", "failed of", mailbox.id], () => readFailed(mailbox.id));
  const troubles = troublesOf(mailbox);
  return (
    <Panel title="Recent errors">
      {troubles.length > 0 && (
        <ul class="said">
          {troubles.map(([part, words]) => (
            <li key={part}>
              <span class="soft">{part}</span>
              <span class="words mono">{words}</span>
            </li>
          ))}
        </ul>
      )}
      <Loaded from={failed}>
        {(sends) => (
          <>
            {troubles.length === 0 && sends.length === 0 && <p class="soft">None.</p>}
            {sends.length > 0 && (
              <ul class="said">
                {sends.map(({ id, to_email, last_error, created_at }) => (
                  <li key={id}>
                    <span class="soft">
                      <Time of={created_at} as="full" /> to <a href={`/console/sends/${id}`}>{to_email}</a>
                    </span>
                    <span class="words mono">{last_error}</span>
                  </li>
                ))}
              </ul>
            )}
            {sends.length === FAILED && <a href={`/console/sends?mailbox=${mailbox.id}&status=failed`}>All that failed</a>}
          </>
        )}
      </Loaded>
    </Panel>
  );
};
