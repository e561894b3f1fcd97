import { connectLink } from "../contract/connect-link-record.ts";
import { createConnectLink } from "../contract/connect-links.ts";
import type { OutputOf } from "../contract/operation.ts";
import { type ConnectLink, statusAt } from "../domain/connect-links/connect-link.ts";
import type { NewLink } from "../domain/connect-links/create-link.ts";
import { type From, fromWire, type Into, toWire } from "./wire.ts";

type Shown = Omit<ConnectLink, "status"> & { readonly status: "open" | "completed" | "expired" };
const wireOf: From<Shown, typeof connectLink> = toWire(connectLink);

/** A link in the API. An exception: that it has expired follows from the time. */
export const connectLinkOut = (link: ConnectLink, now: Date): OutputOf<typeof connectLink> =>
  wireOf({ ...link, status: statusAt(link, now) });

/** A new link in the domain's form. */
export const connectLinkIn: Into<NewLink, typeof createConnectLink.body> = fromWire(createConnectLink.body);
