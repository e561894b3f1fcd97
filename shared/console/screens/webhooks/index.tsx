import { useState } from "preact/hooks";
import type { MadeWebhook, Webhook } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { Button } from "../../ui/controls.tsx";
import { Empty, Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { SecretDialog, WebhookForm, WebhookState } from "./webhook-form.tsx";
import { useRoute } from "preact-iso";
import { WebhookScreen } from "./webhook.tsx";

/** Which events a webhook gets, in a few words. */
const typesOf = ({ types }: Webhook): string => {
  const [only, ...others] = types;
  if (only === undefined) return t("all events");
  return others.length === 0 ? only : t("{n} types", { n: types.length });
};

const columns: readonly Column<Webhook>[] = [
  { head: "Posts to", cell: ({ id, url }) => <a href={`/console/webhooks/${id}`}>{url}</a> },
  { head: "Note", cell: ({ description }) => description, isMinor: true },
  { head: "Events", cell: typesOf, width: 9, isMinor: true },
  { head: "State", cell: (webhook) => <WebhookState of={webhook} />, width: 8 },
  { head: "Added", cell: ({ created_at }) => <Time of={created_at} />, width: 6, isMinor: true },
];

/** The account's webhooks, with a form to add one. */
const WebhookList = () => {
  const { data = [], error, isPending, refetch } = useRecord(["webhooks"], () => client.webhooks.list());
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeWebhook>();
  const add = may("admin") ? (
    <Button kind="primary" onClick={() => setAdding(true)}>
      Add a webhook
    </Button>
  ) : undefined;
  return (
    <Page title={t("Webhooks")} about={t("The service posts what happens to these addresses, signed.")} actions={add}>
      <Table
        label="Webhooks"
        columns={columns}
        list={{ rows: data, error, isPending, again: () => void refetch() }}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/console/webhooks/${id}`}
        empty={<Empty title="No webhook yet">A webhook tells your program of answers, bounces and sends as they happen.</Empty>}
      />
      <WebhookForm
        title="Add a webhook"
        isOpen={isAdding}
        save={(facts) => client.webhooks.create(facts)}
        onSaved={(webhook) => {
          setAdding(false);
          setMade(webhook);
        }}
        onClose={() => setAdding(false)}
      />
      <SecretDialog secret={made?.secret} onClose={() => setMade(undefined)} />
    </Page>
  );
};

/** The screen "Webhooks": all of them, or the one that the address names. */
const Webhooks = () => {
  const { id } = useRoute().params;
  return id === undefined || id === "" ? <WebhookList /> : <WebhookScreen key={id} id={id} />;
};

export default Webhooks;
