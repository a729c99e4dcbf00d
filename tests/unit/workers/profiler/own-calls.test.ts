import { expect, test } from 'vitest';
import { laneState } from '../../../../workers/profiler/lane-figures.ts';
import { SpanHistory } from '../../../../workers/profiler/span-history.ts';
import { recordThread } from '../../../support/thread-recordings.ts';

/** Two reads of main, with a call of the profiler and a call of the player that end between the reads. */
function readTwice(history: SpanHistory) {
  const { clock, ring } = recordThread('main', 1_000);
  ring.add('post', 100, 0, 0, 7, 101);
  ring.begin('infrastructure.readSpans', 100, 0, 7);
  ring.add('post', 200, 0, 0, 8, 202);
  ring.begin('infrastructure.flush', 200, 0, 8);
  const first = ring.read();
  history.add([first]);
  clock.nowMs = 1_500;
  ring.endFlow(7);
  ring.add('receive', 1_500, 0, 0, 7, 1_506);
  ring.endFlow(8);
  ring.add('receive', 1_510, 0, 0, 8, 1_514);
  clock.nowMs = 2_000;
  history.add([ring.read(first.nextSequence)]);
}

const shown = (history: SpanHistory) =>
  history.lanes.flatMap(({ ended, open }) => [...ended, ...open].map(({ name, flow }) => `${name} ${flow}`)).sort();

test('calls of the profiler and the work of their messages are in no lane and no sum, unless showOwn is on', () => {
  const history = new SpanHistory();
  readTwice(history);
  const others = ['infrastructure.flush 8', 'post 8', 'receive 8'];
  expect(shown(history)).toEqual(others);
  expect([...history.spansByLane().values()].flat()).toHaveLength(3);
  const busyOf = () => history.lanes.map((lane) => laneState(lane, []).busyShare60s);
  const known = busyOf()[0] ?? 0;
  history.showOwn(true);
  expect(shown(history)).toEqual([...others, 'infrastructure.readSpans 7', 'post 7', 'receive 7'].sort());
  expect((busyOf()[0] ?? 0) / known).toBeCloseTo(13 / 6);
  history.showOwn(false);
  expect(shown(history)).toEqual(others);
});
