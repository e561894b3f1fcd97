import { latestEvents } from "../../data/live.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { aboutOf, hrefOf, toneOf } from "../events/about.ts";

/** How many events show. */
const SHOWN = 12;

/** The newest events, as they happen. */
export const Feed = () => {
  const events = latestEvents.value.slice(0, SHOWN);
  return (
    <Panel title="As it happens" actions={<a href="/console/events">All events</a>}>
      {events.length === 0 ? (
        <p class="soft">Nothing has happened yet.</p>
      ) : (
        <ul class="feed">
          {events.map((event) => (
            <li key={event.id}>
              <span>
                <Badge tone={toneOf(event.type)}>{event.type}</Badge> <Time of={event.created_at} as="ago" />
              </span>
              <a href={hrefOf(event) ?? "/console/events"}>{aboutOf(event)}</a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
};
