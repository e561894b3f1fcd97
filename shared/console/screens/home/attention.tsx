import type { AttentionItem, AttentionList } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { count } from "../../ui/numbers.ts";
import { Loaded, Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";

const tones: Readonly<Record<AttentionItem["severity"], Tone>> = { urgent: "bad", soon: "warn", note: "info" };

const screenOf = ({ subject: { type, id } }: AttentionItem): string =>
  ({
    mailbox: `/console/mailboxes/${id}`,
    webhook: `/console/webhooks/${id}`,
    send: `/console/sends/${id}`,
    wallet: "/console/settings",
  })[type];

/** How many items show at first; the others stand behind a click. */
const AT_FIRST = 5;

const Item = ({ item }: { readonly item: AttentionItem }) => (
  <li>
    <p>
      <Badge tone={tones[item.severity]}>{item.severity}</Badge> <a href={screenOf(item)}>{item.subject.name || item.subject.type}</a>{" "}
      <span class="soft">
        since <Time of={item.since} as="full" />
      </span>
    </p>
    <p class="server">{item.reason}</p>
    <p class="soft">{item.action}</p>
  </li>
);

const Items = ({ list: { attention, more } }: { readonly list: AttentionList }) => {
  if (attention.length === 0) return <p class="soft">Nothing needs you now.</p>;
  const others = attention.slice(AT_FIRST);
  return (
    <>
      <ul class="attention">
        {attention.slice(0, AT_FIRST).map((item) => (
          <Item key={`${item.kind} ${item.subject.id}`} item={item} />
        ))}
      </ul>
      {others.length > 0 && (
        <details>
          <summary>{count(others.length, "more item")}</summary>
          <ul class="attention">
            {others.map((item) => (
              <Item key={`${item.kind} ${item.subject.id}`} item={item} />
            ))}
          </ul>
        </details>
      )}
      {more.map((rest) => (
        <p key={rest.kind} class="soft">
          and {count(rest.count, "further item")}: {rest.kind.replaceAll("_", " ")}
        </p>
      ))}
    </>
  );
};

/** What needs a person, most urgent first. */
export const Attention = () => (
  <Panel title="Needs you">
    <Loaded from={useRecord(["attention"], () => client.attention.list())}>{(list) => <Items list={list} />}</Loaded>
  </Panel>
);
