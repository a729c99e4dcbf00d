import { expect, test } from 'vitest';
import { formatBytes } from '../../../../protocol/runtime/format-bytes.ts';

test('bytes are written in decimal units, with one digit after the point at most', () => {
  expect([999, 1_000, 1_549, 999_900, 2_500_000, 12_000_000].map(formatBytes)).toEqual([
    '999 B',
    '1 kB',
    '1.5 kB',
    '999.9 kB',
    '2.5 MB',
    '12 MB',
  ]);
});
