import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareKeys, siteKey } from '../../../../../src/provider/http/limits/address-key.ts';
import { BodyBudget, type BodyLease } from '../../../../../src/provider/http/limits/body-budget.ts';
import { FairShares } from '../../../../../src/provider/http/limits/fair-shares.ts';
import { createFakeClock, settle } from '../../../../support/fake-clock.ts';

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2::3', '2001:db8:1::/48'],
  ['2001:0db8:0001:ffff:1:2:3:4', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['', ''],
])('the site of %s is %s', (address, site) => {
  expect(siteKey(address)).toBe(site);
});

test('the largest client of the largest site makes room for an address that holds less', () => {
  const shares = new FairShares<string>();
  shares.add(shareKeys('192.0.2.1'), 'a');
  shares.add(shareKeys('198.51.100.1'), 'b');
  shares.add(shareKeys('198.51.100.2'), 'c1');
  shares.add(shareKeys('198.51.100.2'), 'c2');
  expect(shares.largest(shareKeys('203.0.113.9'))).toEqual(['c1', 'c2']);
  expect(shares.largest(shareKeys('192.0.2.1'))).toEqual(['c1', 'c2']);
  expect(shares.largest(shareKeys('198.51.100.9'))).toEqual(['c1', 'c2']);
  expect(shares.largest(shareKeys('198.51.100.2'))).toEqual([]);
  shares.remove(shareKeys('198.51.100.2'), 'c1');
  shares.remove(shareKeys('198.51.100.2'), 'c2');
  expect(shares.largest(shareKeys('203.0.113.9'))).toEqual([]);
});

test('the networks of one IPv6 site count as one share, and each of its networks can be chosen to make room', () => {
  const shares = new FairShares<number>();
  for (let network = 0; network < 100; network++)
    shares.add(shareKeys(`2001:db8:1:${network.toString(16)}::1`), network);
  expect(shares.largest(shareKeys('2001:db8:2::1'))).toHaveLength(100);
  expect(shares.largest(shareKeys('2001:db8:1:ffff::1'))).toEqual([]);
});

test('while four addresses hold all slots with slow bodies, the first address makes room for a fifth', async () => {
  const clock = createFakeClock();
  const budget = new BodyBudget({ limits: { concurrentBodiesMax: 16, bodyMemoryMaxBytes: 1_048_576 }, clock });
  const shed: number[] = [];
  for (let index = 0; index < 16; index++) {
    const lease = budget.open(`198.51.${index % 4}.1`);
    expect(lease?.take(index === 9 ? 1 : 100)).toBe(true);
    void lease?.shed.then(() => shed.push(index));
  }
  expect(budget.open('198.51.0.1')).toBeUndefined();
  await clock.advance(1_000);
  expect(budget.open('203.0.113.1')).toBeDefined();
  await settle();
  // The four shares are equal, so that the first address counts as the largest.
  expect([shed, budget.bodies]).toEqual([[0], 16]);
});

test('a body that stays slow for two seconds makes room for a body of another network, faster bodies do not', async () => {
  const clock = createFakeClock();
  const budget = new BodyBudget({ limits: { concurrentBodiesMax: 16, bodyMemoryMaxBytes: 1_048_576 }, clock });
  const bodies = Array.from({ length: 16 }, (_, network) => budget.open(`192.0.${network}.1`));
  for (const body of bodies) body?.take(100);
  await clock.advance(1_000);
  expect(budget.open('203.0.113.9')).toBeUndefined();
  for (const body of bodies.slice(1)) body?.take(40_000);
  await clock.advance(1_000);
  const other = budget.open('203.0.113.9');
  expect(other?.take(300)).toBe(true);
  expect(bodies.map((body) => body?.isShed)).toEqual([true, ...Array.from({ length: 15 }, () => false)]);
  expect(budget.open('203.0.114.9'), 'others are quick enough').toBeUndefined();
});

test('an address without a body always gets a slot, and ended bodies return all their memory', () => {
  const steps = fc.array(fc.record({ site: fc.nat(5), host: fc.nat(5), bytes: fc.nat(5_000), ends: fc.boolean() }), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(steps, (all) => {
      const clock = createFakeClock();
      const budget = new BodyBudget({ limits: { concurrentBodiesMax: 8, bodyMemoryMaxBytes: 20_000 }, clock });
      const open: BodyLease[] = [];
      for (const { site, host, bytes, ends } of all) {
        const lease = budget.open(`10.0.${site}.${host}`);
        lease?.take(bytes);
        if (lease !== undefined) open.push(lease);
        if (ends) open.shift()?.end();
        expect(budget.bodies).toBeLessThanOrEqual(8);
        expect(budget.bytes).toBeLessThanOrEqual(20_000);
      }
      // Six sites hold eight slots, so one site holds at least two, which is more than the new address holds.
      if (budget.bodies === 8) expect(budget.open('203.0.113.1')).toBeDefined();
      for (const lease of open) lease.end();
      expect([budget.bytes, budget.bodies <= 1]).toEqual([0, true]);
    }),
  );
});
