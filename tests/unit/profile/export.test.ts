import * as DevTools from '@paulirish/trace_engine';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { exportTrace } from '../../profile/output/export-trace.ts';
import { recordedRun } from './recorded-run.ts';
import { INFRASTRUCTURE, PLAYER } from './trace-builder.ts';

/** The Trace Event format, as far as Perfetto requires it of every event. */
const PerfettoEvent = z.discriminatedUnion('ph', [
  z.looseObject({ ph: z.literal('X'), ts: z.number(), dur: z.number(), pid: z.int(), tid: z.int(), name: z.string() }),
  z.looseObject({
    ph: z.enum(['b', 'e', 'n']),
    ts: z.number(),
    cat: z.string(),
    pid: z.int(),
    tid: z.int(),
    name: z.string(),
    id2: z.object({ local: z.string() }),
  }),
  z.looseObject({ ph: z.enum(['I', 'R', 'P']), ts: z.number(), pid: z.int(), tid: z.int(), name: z.string() }),
  z.looseObject({
    ph: z.literal('M'),
    pid: z.int(),
    tid: z.int(),
    name: z.string(),
    args: z.object({ name: z.string() }),
  }),
]);

const exported = async () => JSON.parse(exportTrace(await recordedRun())) as { traceEvents: unknown[] };

test('each exported event has what the format requires, and threads are named before anything refers to them', async () => {
  const events = z.array(PerfettoEvent).parse((await exported()).traceEvents);

  const firstOther = events.findIndex(({ ph }) => ph !== 'M');
  expect(events.slice(firstOther).some(({ ph }) => ph === 'M')).toBe(false);
  expect(events.filter(({ ph, tid }) => ph === 'M' && tid === INFRASTRUCTURE.tid)).toMatchObject([
    { args: { name: 'Infrastructure worker (oriel-infrastructure)' } },
  ]);
});

test('the parser of DevTools reads all threads, their profiles and the recorder’s tracks', async () => {
  const { traceEvents } = await exported();
  const processor = DevTools.Processor.TraceProcessor.createWithAllHandlers();
  await processor.parse(traceEvents as DevTools.Types.Events.Event[], {});
  const { data } = processor;
  if (data === null) throw new Error('DevTools read nothing');

  const threads = DevTools.Handlers.Threads.threadsInTrace(data);
  const called = (tid: number) =>
    threads
      .find((thread) => thread.tid === tid)
      ?.entries.flatMap((entry) =>
        'callFrame' in entry ? [(entry.callFrame as { functionName: string }).functionName] : [],
      );
  expect(threads.find(({ tid }) => tid === PLAYER.tid)?.type).toBe('MAIN_THREAD');
  expect(called(PLAYER.tid)).toContain('renderAll');
  expect(called(INFRASTRUCTURE.tid)).toContain('flushAll');
  expect(data.UserTimings.performanceMeasures.map(({ name }) => name)).toEqual(['infrastructure.flush']);
  expect(data.ExtensionTraceData.extensionTrackData.map(({ name }) => name)).toEqual(['Oriel']);
});
