import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import { clientAddress } from '../client-address.ts';

/** Groups of an IPv6 address that a network assigns to one customer (/64), and to one site (/48). */
const CUSTOMER_GROUPS = 4;
const SITE_GROUPS = 3;
const GROUP_BITS = 16;
const GROUPS = 8;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Key of one client in limits. An IPv6 host has 2⁶⁴ addresses to choose from, so its network is the key; an IPv4
 * address has the same key however the socket writes it.
 */
export function addressKey(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? networkOf(address, CUSTOMER_GROUPS) : address;
}

/**
 * Key of the site that an address belongs to, for wider shares: hosters give one customer an IPv6 /48, with 65 536
 * networks, or an IPv4 /24.
 */
export function siteKey(address: string): string {
  if (isIPv6(address) && !MAPPED_IPV4.test(address)) return networkOf(address, SITE_GROUPS);
  return addressKey(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
}

/** Keys under which a client has its shares. */
export interface ShareKeys {
  readonly client: string;
  readonly site: string;
}

/** Computed once for each connection, request and body, since shares need the keys several times. */
export function shareKeys(address: string): ShareKeys {
  return { client: addressKey(address), site: siteKey(address) };
}

/** Limit key of the client of a request; `undefined` in process, where limits do not apply. */
export function clientKey(context: Context): string | undefined {
  const { address } = clientAddress(context);
  return address === undefined ? undefined : addressKey(address);
}

/** Network of the client of a request, for counts; `undefined` in process. */
export function clientNetwork(context: Context): string | undefined {
  const { address } = clientAddress(context);
  return address === undefined ? undefined : siteKey(address);
}

function networkOf(address: string, groups: number): string {
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const filled = tail === undefined ? [] : Array.from({ length: GROUPS - first.length - last.length }, () => '0');
  return `${[...first, ...filled, ...last].slice(0, groups).map(shortest).join(':')}::/${groups * GROUP_BITS}`;
}

function shortest(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
