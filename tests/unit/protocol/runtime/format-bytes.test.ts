import { expect, test } from 'vitest';
import { formatBytes } from '../../../../protocol/runtime/format-bytes.ts';

test('bytes are written in decimal units, with one digit after the point at most', () => {
  expect(
    [0, 999, 1_000, 1_549, 999_900, 999_999, 2_500_000, 12_000_000, 21_474_836_480, 5e12].map(formatBytes),
  ).toEqual(['0 B', '999 B', '1 kB', '1.5 kB', '999.9 kB', '1 MB', '2.5 MB', '12 MB', '21.5 GB', '5000 GB']);
});
