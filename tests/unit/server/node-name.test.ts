import { expect, test } from 'vitest';
import { nodeNameOf } from '../../../src/server/node-name.ts';

test.each([
  [':memory:', null],
  ['file:///var/lib/oriel/4173/provider.db', null],
  ['postgres://oriel@db.example/oriel', 'films-2:4174'],
  ['libsql://db.example', 'films-2:4174'],
])('with the database %s the node name is %s', (databaseUrl, name) => {
  expect(nodeNameOf(databaseUrl, 'films-2', 4174)).toBe(name);
});
