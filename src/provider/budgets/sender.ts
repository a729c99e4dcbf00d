import { createHmac } from 'node:crypto';
import { addressKey, siteKey } from '../http/limits/address-key.ts';

/** Origin of a row, as two keyed hashes. The key is of one day and deleted afterwards, so the numbers then identify nobody. */
export interface Sender {
  /** The network: /24 of IPv4, /48 of IPv6. */
  readonly network: number;
  /** The address, as limits count it: /32 of IPv4, /64 of IPv6. */
  readonly address: number;
}

/** Sender of rows from before senders were recorded, and of requests made in process. */
export const UNKNOWN_SENDER: Sender = { network: 1, address: 2 };

/** Six bytes: ids of holders add four bits to a sender, and integers of JavaScript and JSON have 53 bits. */
const SENDER_BYTES = 6;

/** @param key Key of the day: an address has other numbers on the next day. */
export function senderOf(address: string | undefined, key: Uint8Array): Sender {
  if (address === undefined) return UNKNOWN_SENDER;
  return {
    network: numberOf(`network ${siteKey(address)}`, key),
    address: numberOf(`address ${addressKey(address)}`, key),
  };
}

function numberOf(text: string, key: Uint8Array): number {
  return createHmac('sha256', key).update(text).digest().readUIntBE(0, SENDER_BYTES);
}
