import { expect, test } from 'vitest';
import { arrivingSegments } from '../../../../../workers/media/head-start/arriving-segments.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakeChannel } from '../../../../support/fake-port.ts';

function setUp() {
  const clock = createFakeClock();
  const { port1, port2 } = createFakeChannel(clock);
  const stream = arrivingSegments(['a.m4s'], [port2]).get('a.m4s');
  if (stream === undefined) throw new Error('no stream');
  return { clock, port1, port2, stream };
}

test('the bytes of an arriving segment are streamed, and the stream ends with the segment', async () => {
  const { clock, port1, port2, stream } = setUp();
  for (const part of [new Uint8Array([1, 2]), new Uint8Array([3]), 'end']) port1.postMessage(part);
  await clock.advance(10);
  expect(new Uint8Array(await new Response(stream).arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
  expect(port2.isClosed).toBe(true);
});

test('reading a segment that failed to arrive throws', async () => {
  const { clock, port1, port2, stream } = setUp();
  port1.postMessage('failed');
  await clock.advance(10);
  await expect(stream.getReader().read()).rejects.toThrow('failed');
  expect(port2.isClosed).toBe(true);
});
