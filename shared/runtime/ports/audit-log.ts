import { mongoAuditLog } from "../../adapters/mongo/accounts/audit-log.ts";
import { connect } from "./database.ts";

/** Who did what, from where and when. */
export const auditLog = mongoAuditLog(connect);
