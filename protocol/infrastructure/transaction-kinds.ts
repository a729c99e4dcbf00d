/** Kinds of transactions of the request log, by purpose. A smaller share of read-only transactions is logged (S13). */
export const TRANSACTION_KINDS = [
  'open',
  'read',
  'put-events',
  'put-request',
  'delete-events',
  'adopt-events',
  'take-request',
  'return-request',
  'delete-request',
  'expire-requests',
  'save-config',
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];
