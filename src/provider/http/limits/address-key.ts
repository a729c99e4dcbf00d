import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import { clientAddress } from '../client-address.ts';

/** Groups of an IPv6 address that a network assigns to one customer. */
const CUSTOMER_GROUPS = 4;
const GROUPS = 8;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Key of one client in limits. An IPv6 host has 2⁶⁴ addresses to choose from, so its network is the key; an IPv4
 * address has the same key however the socket writes it.
 */
export function addressKey(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? networkOf(address.replace(/%.*$/, '')) : address;
}

/** Limit key of the client of a request; `undefined` in process, where limits do not apply. */
export function clientKey(context: Context): string | undefined {
  const { address } = clientAddress(context);
  return address === undefined ? undefined : addressKey(address);
}

function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const filled = tail === undefined ? [] : Array.from({ length: GROUPS - first.length - last.length }, () => '0');
  return `${[...first, ...filled, ...last].slice(0, CUSTOMER_GROUPS).map(shortest).join(':')}::/64`;
}

function shortest(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
