import { expect, test } from 'vitest';
import { describeStored, type StoredKind } from '../../../../../src/page/interface/privacy/stored-items.ts';
import { databaseName } from '../../../../../workers/infrastructure/storage/database-name.ts';

const described = (kind: StoredKind, name: string) => describeStored({ kind, name });

test.each([
  ['cookie', '__Host-oriel-preferences', 'choices', { days: 400 }],
  ['cookie', '__Host-oriel-location', 'location', { days: 180 }],
  ['cookie', '__Host-oriel-visitor', 'visitor', { days: 30 }],
  ['local', 'oriel.entry.positions', 'positions', { days: 360 }],
  ['local', 'oriel.entry.caption-style', 'choices', { days: 360 }],
  ['local', 'oriel.entry.single-keys', 'choices', { days: 360 }],
  ['local', 'oriel.entry.sound', 'choices', { days: 360 }],
  ['local', 'oriel.entry.__Host-oriel-preferences', 'choices', { days: 360 }],
  ['local', 'oriel.journal.logged-out|0a|3', 'delivery', { untilDelivered: true, days: 30 }],
  ['database', 'oriel-logs.logged-out', 'delivery', { untilDelivered: true, days: 30 }],
  ['database', 'oriel-config.user%3A7', 'configuration', 'untilReplaced'],
] as const)('the stored item %s %s has the purpose %s and the lifetime %j', (kind, name, kept, lifetime) => {
  expect(described(kind, name)).toEqual({ kept, lifetime });
});

test.each([
  ['cookie', 'oriel-operator'],
  ['cookie', '__Host-oriel-preferences2'],
  ['local', 'oriel.entry.later'],
  ['session', 'oriel.entry.positions'],
  ['database', 'oriel-logs'],
  ['cache', 'oriel-logs.logged-out'],
  ['worker', 'https://player.example/'],
] as const)('the purpose of the stored item %s %s is unknown', (kind, name) => {
  expect(described(kind, name)).toEqual({ kept: 'unknown', lifetime: 'unknown' });
});

test('the purposes of the databases of the infrastructure service are known', () => {
  const names = (['logs', 'config'] as const).map((kind) => databaseName(kind, 'a:b'));
  const kinds = names.map((name) => (name.ok ? described('database', name.value).kept : name.message));
  expect(kinds).toEqual(['delivery', 'configuration']);
});
