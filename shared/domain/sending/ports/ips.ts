import type { EgressProxy } from "../../mailboxes/mailbox.ts";

/** A dedicated address: an egress proxy of the operator that owns the address (contract/README.md, "Sending", `ip_id`). */
export interface DedicatedIp {
  readonly id: string;
  readonly userId: string;
  readonly address: string;
  readonly label: string;
  /** The account's default; at most one. */
  readonly isDefault: boolean;
  readonly createdAt: Date;
}

/** The dedicated addresses of an account. */
export interface Ips {
  /** The account's addresses, oldest first. */
  list(userId: string): Promise<readonly DedicatedIp[]>;
}

/** The operator's changes to dedicated addresses. */
export interface IpRegistry extends Ips {
  /** Adds an address with its proxy, whose credentials are stored sealed; a new default replaces the old one. */
  add(ip: DedicatedIp, proxy: EgressProxy): Promise<void>;
  /** Removes an address; false when the account has no such address. */
  remove(userId: string, id: string): Promise<boolean>;
}
