import { expect, test } from 'vitest';
import { LiveNumbering } from '../../../../../workers/media/engine/live-numbering.ts';

const WINDOW = 10;

/** A playlist up to the segment `endSN`, read `atSeconds` after the first playlist. */
function playlist(endSN: number, { atSeconds = 0, name = 'a', live = true, query = '', count = WINDOW } = {}) {
  const startSN = Math.max(0, endSN - count + 1);
  const fragments = Array.from({ length: endSN - startSN + 1 }, (_, index) => ({
    sn: startSN + index,
    relurl: `${name}${startSN + index}.ts${query}`,
  }));
  return { startSN, endSN, live, fragments, targetduration: 2, advancedDateTime: 1_000_000 + atSeconds * 1_000 };
}

test.each([
  ['the next segment continues', playlist(101, { atSeconds: 2 }), false],
  ['the same segments continues', playlist(100), false],
  ['slightly older segments, as from another server, continues', playlist(96), false],
  ['other tokens in the same addresses continues', playlist(101, { atSeconds: 2, query: '?token=b' }), false],
  ['the segments of an hour later continues', playlist(1_900, { atSeconds: 3_600 }), false],
  ['39 new segments at once continues', playlist(139), false],
  ['no segments continues', { ...playlist(3), fragments: [] }, false],
  ['numbers from 0 and other names has restarted', playlist(2, { name: 'b' }), true],
  ['numbers from 0 and the same pattern of names has restarted', playlist(2), true],
  ['other names for the same numbers has restarted', playlist(101, { name: 'b' }), true],
  ['numbers that became Unix times has restarted', playlist(1_700_000_000, { atSeconds: 60 }), true],
])('a live playlist with %s', (_, next, isRestarted) => {
  const numbering = new LiveNumbering();
  expect(numbering.hasRestarted(0, playlist(100, { query: '?token=a' }))).toBe(false);
  expect(numbering.hasRestarted(0, next)).toBe(isRestarted);
});

test('each level has its own segment numbers, and a video does not restart', () => {
  const numbering = new LiveNumbering();
  numbering.hasRestarted(0, playlist(100));
  expect(numbering.hasRestarted(1, playlist(5))).toBe(false);
  numbering.hasRestarted(2, playlist(100, { live: false }));
  expect(numbering.hasRestarted(2, playlist(5))).toBe(false);
});
