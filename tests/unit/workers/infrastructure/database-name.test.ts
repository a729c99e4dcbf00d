import { expect, test } from 'vitest';
import { databaseName } from '../../../../workers/infrastructure/storage/database-name.ts';

test('a database name has no colon, different identifiers have different names, and an empty identifier is refused [S1]', () => {
  const names = ['a:b', 'a%3Ab', 'a', 'b'].map((identifier) => databaseName('logs', identifier));
  expect(names.every((name) => name.ok && !name.value.includes(':'))).toBe(true);
  expect(new Set(names.map((name) => name.ok && name.value)).size).toBe(4);
  expect(databaseName('logs', '')).toMatchObject({ ok: false, message: 'No user identifier specified' });
});
