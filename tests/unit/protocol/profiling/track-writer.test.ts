import { expect, test } from 'vitest';
import { createTrackWriter, WRITE_INTERVAL_MS } from '../../../../protocol/runtime/profiling/track-writer.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { recordThread } from '../../../support/thread-recordings.ts';

test('ended spans are written once to console.timeStamp, with their times, track and details', async () => {
  const clock = createFakeClock();
  const { ring } = recordThread('main');
  ring.add('event batch', 500, 120, 3, 255, 540);
  ring.add('update', 550, 0, 0, 0, 560);
  ring.begin('infrastructure.flush', 600, 0, 7);
  ring.add('input', 570, 0, 30, 0, 670);
  const stamps: unknown[][] = [];
  const begin = createTrackWriter(ring, { timeStamp: (...entry: unknown[]) => void stamps.push(entry) }, clock.after);
  begin();
  begin();
  await clock.advance(WRITE_INTERVAL_MS);
  expect(stamps).toEqual([
    ['event batch', 500, 540, 'oriel-main', 'Oriel', 'primary-light', '{"call":"ff","bytes (lines)":120,"events":3}'],
    ['update', 550, 560, 'oriel-main', 'Oriel', 'secondary-dark', '{}'],
    ['input', 570, 670, 'oriel-main', 'Oriel', 'secondary-dark', '{"ms of handlers":30}'],
  ]);
  ring.add('journal', 700, 0, 0, 0, 701);
  await clock.advance(WRITE_INTERVAL_MS - 1);
  expect(stamps).toHaveLength(3);
  await clock.advance(1);
  expect(stamps.map(([name]) => name)).toEqual(['event batch', 'update', 'input', 'journal']);
});
