import { expect, test } from 'vitest';
import * as z from 'zod';
import { spansOf } from '../../../../protocol/recording/thread-spans.ts';
import { traceEvents, type TraceEvent } from '../../../../workers/profiler/trace-events.ts';
import { PerfettoEvent } from '../../../support/perfetto-event.ts';
import { PRESS, recordThread } from '../../../support/thread-recordings.ts';

function recorded() {
  const main = recordThread('main');
  main.ring.add('long frame', 1_000, 0, 30, 0, 1_080);
  main.ring.add('receive', 1_010, 0, 0, 0, 1_020);
  main.ring.add('infrastructure.flush', 1_015, 40, 0, 77, 1_500);
  main.ring.add('post', 1_015, 0, 0, 77, 1_018);
  main.ring.add('infrastructure.call', 1_030, 0, 0, 78, 1_600);
  const worker = recordThread('infrastructure');
  worker.ring.add('infrastructure.flush', 1_100, 40, 0, 77, 1_400);
  worker.ring.add('receive', 1_100, 0, 0, 77, 1_102);
  worker.ring.add('post', 1_399, 0, 0, 77, 1_400);
  const media = recordThread('media');
  media.ring.add('level switch', 1_200, 0, 720, 0, 1_200);
  return new Map([
    ['main', spansOf(main.ring.read())],
    ['infrastructure', spansOf(worker.ring.read())],
    ['media', spansOf(media.ring.read())],
  ] as const);
}

const named = (events: readonly TraceEvent[], name: string) => events.filter((event) => event.name === name);

test('a trace begins with the thread names, and has span times in microseconds since the earliest span', () => {
  const events = traceEvents(recorded());
  const firstSpan = events.findIndex(({ ph }) => ph !== 'M');
  expect(events.slice(firstSpan).some(({ ph }) => ph === 'M')).toBe(false);
  expect(named(events, 'receive').filter(({ tid }) => tid === 1)).toMatchObject([
    { ph: 'X', cat: 'call', ts: 10_000, dur: 10_000 },
  ]);
  expect(named(events, 'level switch')).toMatchObject([{ ph: 'i', s: 't', ts: 200_000, args: { value: 720 } }]);
  const titles = events.flatMap(({ ph, name, args }) => (ph === 'M' ? [`${name} ${String(args['name'])}`] : []));
  expect(titles).toEqual([
    'process_name Oriel',
    'thread_name oriel-main',
    'thread_name oriel-infrastructure',
    'thread_name oriel-media',
  ]);
});

test('waits are asynchronous trace events, each with a begin and an end under its own id, on its thread', () => {
  const waits = traceEvents(recorded()).filter(({ ph }) => ph === 'b' || ph === 'e');
  const flushes = named(waits, 'infrastructure.flush');
  expect(flushes.map(({ ph, tid, ts }) => [ph, tid, ts])).toEqual([
    ['b', 1, 15_000],
    ['b', 2, 100_000],
    ['e', 2, 400_000],
    ['e', 1, 500_000],
  ]);
  const ids = flushes.map(({ id }) => id);
  expect(ids).toEqual([ids[0], ids[1], ids[1], ids[0]]);
  expect(ids[0]).not.toBe(ids[1]);
});

test('work that nests becomes complete trace events, and overlapping work asynchronous events', () => {
  const { ring } = recordThread('main');
  ring.add('update', 1_000, 0, 0, 0, 1_100);
  ring.add('long frame', 1_050, 0, 30, 0, 1_150);
  ring.add('receive', 1_060, 0, 0, 0, 1_070);
  const events = traceEvents(new Map([['main', spansOf(ring.read())]] as const));
  expect(events.map(({ ph, name }) => `${ph} ${name}`)).toEqual([
    'M process_name',
    'M thread_name',
    'X update',
    'b long frame',
    'X receive',
    'e long frame',
  ]);
});

test('a flow connects the post of a call, its receipt and its response', () => {
  const flows = traceEvents(recorded()).filter(({ ph }) => 'stf'.includes(ph));
  expect(flows.map(({ ph, ts, tid, id }) => [ph, ts, tid, id])).toEqual([
    ['s', 15_000, 1, '4d'],
    ['t', 100_000, 2, '4d'],
    ['f', 399_000, 2, '4d'],
  ]);
  expect(flows.every(({ bp }) => bp === 'e')).toBe(true);
});

test('each trace event has the fields that Perfetto requires', () => {
  expect(() => z.array(PerfettoEvent).parse(JSON.parse(JSON.stringify(traceEvents(recorded()))))).not.toThrow();
});

test('the trace event of an interaction has its type, its target and its phases', () => {
  const { ring } = recordThread('main');
  ring.add('input', 1_000, 0, PRESS.handlersMs, 0, 1_100);
  const spans = spansOf(ring.read()).map((span) => ({ ...span, input: PRESS }));
  const [begin] = named(traceEvents(new Map([['main', spans]] as const)), 'input');
  expect(begin).toMatchObject({ ph: 'b', args: PRESS });
  expect(JSON.parse(String(begin?.args['detail']))).toMatchObject({
    devtools: { tooltipText: 'input: click on button settings' },
  });
});

test('the trace event of a long frame has the times of its parts and scripts, and the unknown time', () => {
  const detail = {
    parts: [{ name: 'script', durationMs: 30 }],
    unknownMs: 50,
    toScreenMs: 4,
    scripts: [
      { name: 'open (page.js)', durationMs: 10 },
      { name: 'open (page.js)', durationMs: 20 },
    ],
  };
  const frames = named(
    traceEvents(recorded(), () => detail as never),
    'long frame',
  );
  expect(frames).toMatchObject([
    {
      args: {
        value: 30,
        unit: 'ms blocking',
        partsMs: { script: 30 },
        scriptsMs: { 'open (page.js)': 30 },
        unknownMs: 50,
        toScreenMs: 4,
      },
    },
  ]);
});
