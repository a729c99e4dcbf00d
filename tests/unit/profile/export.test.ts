import * as DevTools from '@paulirish/trace_engine';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { exportTrace } from '../../profile/output/export-trace.ts';
import { PerfettoEvent } from '../../support/perfetto-event.ts';
import { recordedRun } from './recorded-run.ts';
import { HOST, INFRASTRUCTURE, PLAYER } from './trace-builder.ts';

const exported = async (isForDevTools: boolean) =>
  JSON.parse(exportTrace(await recordedRun(), isForDevTools)) as { traceEvents: unknown[] };

test('exported trace events match the Perfetto schema, and threads are named before other events', async () => {
  const events = z.array(PerfettoEvent).parse((await exported(false)).traceEvents);

  const firstOther = events.findIndex(({ ph }) => ph !== 'M');
  expect(events.slice(firstOther).some(({ ph }) => ph === 'M')).toBe(false);
  expect(events.filter(({ ph, tid }) => ph === 'M' && tid === INFRASTRUCTURE.tid)).toMatchObject([
    { args: { name: 'Infrastructure worker (oriel-infrastructure)' } },
  ]);
  expect(events.filter(({ ph, tid }) => ph === 'M' && tid === PLAYER.tid)).toMatchObject([
    { args: { name: 'Player main (oriel-main)' } },
  ]);
});

test('the trace parser of DevTools reads all threads of an export, their profiles and the recorder’s tracks', async () => {
  const { traceEvents } = await exported(true);
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
  expect(called(HOST.tid)).toContain('embedAll');
  expect(called(INFRASTRUCTURE.tid)).toContain('flushAll');
  expect(data.UserTimings.performanceMeasures.map(({ name }) => name)).toEqual(['infrastructure.flush']);
  expect(data.ExtensionTraceData.extensionTrackData.map(({ name }) => name)).toEqual(['Oriel']);
});
