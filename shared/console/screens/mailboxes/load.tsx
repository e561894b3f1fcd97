import { useEffect, useRef, useState } from "preact/hooks";
import type { Mailbox, MailboxCapacity } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { number } from "../../ui/numbers.ts";
import { gate } from "./gate.ts";

/** A row that is scrolled past faster than this asks for nothing, ms. */
const REST_MS = 300;
const inTurn = gate(2);

/** True from when the row has rested within what is seen. */
const useSeen = () => {
  const cell = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    let timer: number | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      window.clearTimeout(timer);
      if (entry?.isIntersecting === true) timer = window.setTimeout(() => setSeen(true), REST_MS);
    });
    observer.observe(cell.current!);
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return { cell, isSeen };
};

// Not under the key "capacity": a send's event would read every row's again.
const useLoad = (id: string, read?: () => Promise<MailboxCapacity>) => useRecord(["load", id], read).data;

/** How many emails left in the last 24 hours, and how many may; asked for when the row is seen. */
export const Today = ({ mailbox: { id, max_daily_sends } }: { readonly mailbox: Mailbox }) => {
  const { cell, isSeen } = useSeen();
  const load = useLoad(id, isSeen ? () => inTurn(() => client.mailboxes.getCapacity(id)) : undefined);
  return (
    <span ref={cell}>
      {load === undefined ? <span class="soft">…</span> : number(load.sent_in_day)}
      <span class="soft"> / {number(max_daily_sends)}</span>
    </span>
  );
};

/** How many emails wait, once Today has asked. */
export const Waiting = ({ id }: { readonly id: string }) => {
  const load = useLoad(id);
  if (load === undefined) return <span class="soft">…</span>;
  return <>{load.waiting === 0 ? <span class="soft">0</span> : number(load.waiting)}</>;
};
