import { expect, test } from 'vitest';
import { LiveNumbering } from '../../../../../workers/media/engine/live-numbering.ts';

const WINDOW = 10;

/** A playlist up to a segment, read so many seconds after the first. */
function playlist(endSN: number, { atSeconds = 0, name = 'a', live = true, query = '', count = WINDOW } = {}) {
  const startSN = Math.max(0, endSN - count + 1);
  const fragments = Array.from({ length: endSN - startSN + 1 }, (_, index) => ({
    sn: startSN + index,
    relurl: `${name}${startSN + index}.ts${query}`,
  }));
  return { startSN, endSN, live, fragments, targetduration: 2, advancedDateTime: 1_000_000 + atSeconds * 1_000 };
}

test.each([
  ['the next segment', playlist(101, { atSeconds: 2 }), false],
  ['the same again', playlist(100), false],
  ['a little older, from another server', playlist(96), false],
  ['other tokens in the same addresses', playlist(101, { atSeconds: 2, query: '?token=b' }), false],
  ['an hour later', playlist(1_900, { atSeconds: 3_600 }), false],
  ['some minutes of segments at once', playlist(139), false],
  ['no segments', { ...playlist(3), fragments: [] }, false],
  ['numbers from 0 on', playlist(2, { name: 'b' }), true],
  ['numbers from 0 on, with the same names', playlist(2), true],
  ['other segments of the same numbers', playlist(101, { name: 'b' }), true],
  ['numbers made of the time of day', playlist(1_700_000_000, { atSeconds: 60 }), true],
])('a playlist with %s: restarted is %s', (_, next, isRestarted) => {
  const numbering = new LiveNumbering();
  expect(numbering.hasRestarted(0, playlist(100, { query: '?token=a' }))).toBe(false);
  expect(numbering.hasRestarted(0, next)).toBe(isRestarted);
});

test('levels number for themselves, and a video does not restart', () => {
  const numbering = new LiveNumbering();
  numbering.hasRestarted(0, playlist(100));
  expect(numbering.hasRestarted(1, playlist(5))).toBe(false);
  numbering.hasRestarted(2, playlist(100, { live: false }));
  expect(numbering.hasRestarted(2, playlist(5))).toBe(false);
});
