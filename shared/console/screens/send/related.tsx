import type { Send } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { State } from "../sends/state.tsx";

/** The most emails of the conversation that are listed. */
const LISTED = 50;

/** The other emails that were sent, or wait, in its conversation. */
export const Related = ({ send: { id, thread_id } }: { readonly send: Send }) => {
  const { data = [] } = useRecord(["sends", "of thread", thread_id], async () => client.sends.list({ thread_id, limit: LISTED }));
  const others = data.filter((other) => other.id !== id);
  if (others.length === 0) return null;
  return (
    <Panel title="Also in this conversation">
      <ul class="related">
        {others.map((other) => (
          <li key={other.id} class="row">
            <State of={other} />
            <a href={`/console/sends/${other.id}`}>{other.subject}</a>
            <Time of={other.sent_at ?? other.scheduled_at ?? other.created_at} />
          </li>
        ))}
      </ul>
    </Panel>
  );
};
