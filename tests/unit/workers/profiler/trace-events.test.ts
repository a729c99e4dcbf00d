import { expect, test } from 'vitest';
import { spansOf } from '../../../../protocol/profiling/thread-spans.ts';
import { traceEvents, traceFile, type TraceEvent } from '../../../../workers/profiler/trace-events.ts';
import { recordThread } from '../../../support/thread-recordings.ts';

function recorded() {
  const main = recordThread('main');
  main.ring.add('long frame', 1_000, 0, 30, 0, 1_080);
  main.ring.add('receive', 1_010, 0, 0, 0, 1_020);
  main.ring.add('infrastructure.flush', 1_015, 40, 0, 77, 1_500);
  main.ring.add('infrastructure.call', 1_030, 0, 0, 78, 1_600);
  const worker = recordThread('infrastructure');
  worker.ring.add('infrastructure.flush', 1_100, 40, 0, 77, 1_400);
  const media = recordThread('media');
  media.ring.add('level switch', 1_200, 0, 720, 0, 1_200);
  return new Map([
    ['main', spansOf(main.ring.read())],
    ['infrastructure', spansOf(worker.ring.read())],
    ['media', spansOf(media.ring.read())],
  ] as const);
}

const named = (events: readonly TraceEvent[], name: string) => events.filter((event) => event.name === name);

test('names come first, then every span with its times in microseconds from the earliest', () => {
  const events = traceEvents(recorded());
  const firstSpan = events.findIndex(({ ph }) => ph !== 'M');
  expect(events.slice(firstSpan).some(({ ph }) => ph === 'M')).toBe(false);
  expect(named(events, 'receive')).toMatchObject([{ ph: 'X', cat: 'call', ts: 10_000, dur: 10_000 }]);
  expect(named(events, 'level switch')).toMatchObject([{ ph: 'i', s: 't', ts: 200_000, args: { value: 720 } }]);
  const titles = events.flatMap(({ ph, args }) => (ph === 'M' ? [args['name']] : []));
  expect(titles).toEqual([
    'oriel-main',
    'oriel-main (waits 1)',
    'oriel-main (waits 2)',
    'oriel-infrastructure',
    'oriel-infrastructure (waits 1)',
    'oriel-media',
    'oriel-media (waits 1)',
  ]);
});

test('spans of one thread nest or follow each other, which is what tools can draw', () => {
  const complete = traceEvents(recorded()).filter(({ ph }) => ph === 'X');
  for (const one of complete)
    for (const other of complete) {
      if (one === other || one.tid !== other.tid || other.ts < one.ts) continue;
      const [oneEnd, otherEnd] = [one.ts + (one.dur ?? 0), other.ts + (other.dur ?? 0)];
      expect(other.ts >= oneEnd || otherEnd <= oneEnd, `${one.name} and ${other.name}`).toBe(true);
    }
});

test('a flow starts at the caller and ends at the thread that serves it', () => {
  const flows = traceEvents(recorded()).filter(({ id }) => id === 77);
  expect(flows.map(({ ph, ts }) => [ph, ts])).toEqual([
    ['s', 15_000],
    ['f', 100_000],
  ]);
});

test('the file is JSON, of nothing too', () => {
  expect(JSON.parse(traceFile(recorded()))).toMatchObject({ traceEvents: expect.any(Array) as unknown });
  expect(JSON.parse(traceFile(new Map()))).toEqual({ traceEvents: [], displayTimeUnit: 'ms' });
});
