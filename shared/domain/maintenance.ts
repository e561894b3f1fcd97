/** Whether the operator has put the service in maintenance: reads work, but nothing is written for clients, and nothing is sent, pulled or posted. */
export type IsInMaintenance = () => Promise<boolean>;
