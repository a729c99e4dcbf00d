import { createHmac } from 'node:crypto';
import { addressKey, siteKey } from '../http/limits/address-key.ts';

/** Where a row came from, as two numbers that mean nothing without the key of the day, which is deleted after it. */
export interface Sender {
  /** The network: /24 of IPv4, /48 of IPv6. */
  readonly network: number;
  /** The address, as limits count it: /32 of IPv4, /64 of IPv6. */
  readonly address: number;
}

/** Sender of rows from before senders were known, and of requests that were made in process. */
export const UNKNOWN_SENDER: Sender = { network: 1, address: 2 };

/** The most that ids of holders leave: they add four bits, and JavaScript and JSON have 53. */
const SENDER_BYTES = 6;

/** @param key Of the day: the same address has other numbers on the next. */
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
