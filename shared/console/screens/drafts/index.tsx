import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { Send } from "../../../client/index.ts";
import { deleteDraft, formIn } from "../../data/autosave.ts";
import { client } from "../../data/client.ts";
import { t } from "../../data/language.ts";
import { useAction, useList } from "../../data/queries.ts";
import { may, otherIn, session } from "../../data/session.ts";
import { Button } from "../../ui/controls.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Empty, Page } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import type { KeptEmail } from "../compose/kept-email.ts";
import type { KeptAnswer } from "../conversation/kept-answers.ts";

/** How many drafts are read at a time, and the most letters that show of one. */
const PAGE = 50;
const SHOWN = 120;

/** The address at which a draft is written on; one of another program shows as a send. */
const placeOf = async (id: string): Promise<string> => {
  const { draft_state } = await client.sends.get(id);
  const kept = formIn<KeptAnswer | KeptEmail>(draft_state);
  if (kept?.screen === "compose") return `/console/compose?draft=${id}`;
  return kept?.screen === "conversation" ? `/console/inbox/${kept.threadId}?draft=${id}` : `/console/sends/${id}`;
};

const aboutOf = ({ subject, body_text: text }: Send): string =>
  [subject, text.split("\n\n", 1)[0]!.slice(0, SHOWN)].filter((part) => part !== "").join(" – ") || t("(nothing yet)");

/** What the account keeps of everything that is written and not sent, the newest first. */
const Drafts = () => {
  const { route } = useLocation();
  const list = useList(
    ["drafts"],
    () => client.sends.list({ waiting_for: "draft", limit: PAGE }),
    (page) => page,
  );
  const [isMine, setMine] = useState(false);
  const rows = isMine ? list.rows.filter(({ by }) => by === session.value?.by) : list.rows;
  const open = useAction(placeOf, { onDone: route });
  const remove = useAction(deleteDraft, { done: "The draft is deleted", changes: [["drafts"]] });
  return (
    <Page
      title={t("Drafts")}
      above={["/console/sends", "Sends"]}
      about={t("Everything that is written here is kept in the account until it is sent.")}
    >
      {session.value?.has_team && (
        <Checkbox label="Only mine" checked={isMine} onChange={({ currentTarget }) => setMine(currentTarget.checked)} />
      )}
      <Table
        label="Drafts"
        list={{ ...list, rows }}
        columns={[
          {
            head: "To",
            width: 8,
            cell: (row: Send) => (
              <button type="button" class="link cut" onClick={() => open.run(row.id)}>
                {row.to_name || row.to_email || t("(nobody yet)")}
              </button>
            ),
          },
          { head: "Subject", cell: (row: Send) => <span class="cut">{aboutOf(row)}</span> },
          {
            head: "Writer",
            width: 8,
            isMinor: true,
            cell: ({ by }: Send) => <span class="cut">{by === session.value?.by ? t("You") : otherIn(by)}</span>,
          },
          { head: "Begun", width: 9, isMinor: true, cell: (row: Send) => <Time of={row.created_at} as="ago" /> },
          {
            head: "",
            width: 6,
            cell: (row: Send) => may("send") && <Button onClick={() => remove.run(row.id)}>Delete</Button>,
          },
        ]}
        keyOf={({ id }) => id}
        empty={<Empty title="There are no drafts">What you write is kept here while you write it, on every device.</Empty>}
      />
    </Page>
  );
};

export default Drafts;
