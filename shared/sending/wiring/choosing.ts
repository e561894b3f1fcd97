import { connect } from "#shared/platform/wiring/database.ts";
import { mongoPools } from "#shared/mailboxes/store/pools.ts";
import { mongoConversations, mongoSends } from "../store/sends.ts";
import type { ChoosePorts } from "../accept/choose-mailbox.ts";

/**
 * What choosing a mailbox among several reads; loaded with the first email that names several. It opens its own stores, because a module that others
 * load at their start would bring them along.
 */
export const choosing: ChoosePorts = { pools: mongoPools(connect), conversations: mongoConversations(connect), sends: mongoSends(connect) };
