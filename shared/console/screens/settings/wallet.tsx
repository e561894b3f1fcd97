import type { Transaction } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { useList, useRecord } from "../../data/queries.ts";
import { count, number } from "../../ui/numbers.ts";
import { Empty, Loaded, Panel } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";

const columns: readonly Column<Transaction>[] = [
  { head: "When", width: 8.5, cell: ({ created_at }) => <Time of={created_at} as="full" /> },
  {
    head: "What",
    cell: ({ type, send_id }) => (type === "topup" ? "Top-up" : <a href={`/console/sends/${send_id}`}>Accepted email</a>),
  },
  { head: "Reference", isMinor: true, cell: ({ reference }) => (reference === "" ? <span class="soft">–</span> : reference) },
  { head: "Credits", width: 5, isNumber: true, cell: ({ type, amount }) => `${type === "topup" ? "+" : "−"}${number(amount)}` },
  { head: "Balance", width: 7, isNumber: true, isMinor: true, cell: ({ balance_after }) => number(balance_after) },
];

/** The wallet's balance, and what changed it. */
export const Wallet = () => {
  const credits = useRecord(["credits"], () => client.credits.get());
  const list = useList(
    ["credits", "transactions"],
    () => client.credits.listTransactions({ limit: 100 }),
    ({ transactions }) => transactions,
  );
  return (
    <>
      <Loaded from={credits}>
        {({ balance, updated_at }) => (
          <Panel>
            <div class="number-tile">
              <span class="soft">Balance</span>
              <strong>{count(balance, "credit")}</strong>
              <span class="soft">
                One credit pays one accepted email. Last changed <Time of={updated_at} as="ago" />.
              </span>
            </div>
          </Panel>
        )}
      </Loaded>
      <h2>Ledger</h2>
      <Table
        label="Ledger"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Empty title="Nothing was booked yet">Your operator tops the wallet up; each accepted email is charged here.</Empty>}
      />
    </>
  );
};
