import { connect } from "#shared/platform/wiring/database.ts";
import { pools } from "#shared/mailboxes/wiring/stores.ts";
import { mongoConversations } from "../store/conversations.ts";
import type { ChoosePorts } from "../accept/choose-mailbox.ts";
import { sends } from "./stores.ts";

/** What choosing a mailbox among several reads; loaded with the first email that names several. */
export const choosing: ChoosePorts = { pools, conversations: mongoConversations(connect), sends };
