import type { EgressProxy } from "../../mailboxes/mailbox.ts";

/** A dedicated address: an egress proxy of the operator's that owns it (contract/README.md, "Sending", `ip_id`). */
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
  /** Oldest first. */
  list(userId: string): Promise<readonly DedicatedIp[]>;
}

/** What the operator does to dedicated addresses. */
export interface IpRegistry extends Ips {
  /** Adds an address with its proxy, whose credentials are stored sealed; a new default takes the place of the old one. */
  add(ip: DedicatedIp, proxy: EgressProxy): Promise<void>;
  /** False when the account has no such address. */
  remove(userId: string, id: string): Promise<boolean>;
}
