import { createHmac } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { addressKey } from '../http/limits/address-key.ts';

/** Where a row came from, as two numbers that mean nothing without the key of the day, which is deleted after it. */
export interface Sender {
  /** The network: /24 of IPv4, /48 of IPv6. */
  readonly network: number;
  /** The address, as limits count it: /32 of IPv4, /64 of IPv6. */
  readonly address: number;
}

/** Of rows from before senders were known, and of requests that were made in process. */
export const UNKNOWN_SENDER: Sender = { network: 1, address: 2 };

/** The most that ids of holders leave: they add four bits, and JavaScript and JSON have 53. */
const SENDER_BYTES = 6;
/** Groups of an IPv6 address that a network has in common. */
const NETWORK_GROUPS = 3;

/** @param key Of the day: the same address has other numbers on the next. */
export function senderOf(address: string | undefined, key: Uint8Array): Sender {
  if (address === undefined) return UNKNOWN_SENDER;
  const own = addressKey(address);
  return { network: numberOf(`network ${networkOf(own)}`, key), address: numberOf(`address ${own}`, key) };
}

function networkOf(address: string): string {
  if (isIPv4(address)) return address.slice(0, address.lastIndexOf('.'));
  return address.split(':').slice(0, NETWORK_GROUPS).join(':');
}

function numberOf(text: string, key: Uint8Array): number {
  return createHmac('sha256', key).update(text).digest().readUIntBE(0, SENDER_BYTES);
}
