import { connect } from "#shared/platform/wiring/database.ts";
import { mongoPools } from "#shared/mailboxes/store/pools.ts";
import { mongoConversations, mongoSends } from "../store/sends.ts";
import type { ChoosePorts } from "../accept/choose-mailbox.ts";

/**
 * The stores for choosing one of several mailboxes; loaded with the first email that names several. They are opened here, so that no module that is
 * loaded at the start contains them.
 */
export const choosing: ChoosePorts = { pools: mongoPools(connect), conversations: mongoConversations(connect), sends: mongoSends(connect) };
