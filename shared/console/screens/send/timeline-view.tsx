import { Time } from "../../ui/time.tsx";
import type { Moment } from "./timeline.ts";

const MomentItem = ({
  moment: { title, tone, at, detail, words, messageId },
  thread,
}: {
  readonly moment: Moment;
  readonly thread: string;
}) => (
  <li class={tone}>
    <p>
      {messageId === undefined ? <span class="strong">{title}</span> : <a href={`/console/inbox/${thread}#${messageId}`}>{title}</a>}
      {at !== undefined && (
        <span class="soft">
          {" "}
          <Time of={at} as="full" />
        </span>
      )}
    </p>
    {detail !== undefined && <p class="soft">{detail}</p>}
    {words !== undefined && <pre class="words">{words}</pre>}
  </li>
);

/** The moments of a send, oldest first. */
export const Timeline = ({ moments, thread }: { readonly moments: readonly Moment[]; readonly thread: string }) => (
  <ol class="timeline">
    {moments.map((moment) => (
      <MomentItem key={`${moment.title} ${moment.at ?? ""}`} moment={moment} thread={thread} />
    ))}
  </ol>
);
