import { Events } from 'hls.js';
import type Hls from 'hls.js';
import { expect, test } from 'vitest';
import { spansOf } from '../../../../../protocol/recording/thread-spans.ts';
import { recordStream } from '../../../../../workers/media/engine/record-stream.ts';
import { recordThread } from '../../../../support/thread-recordings.ts';

test('spans of audio and caption segments have their own names, and no picture height', () => {
  const { ring } = recordThread('media');
  const listeners = new Map<string, (name: string, data: object) => void>();
  const hls = {
    levels: [{ height: 240 }, { height: 720 }],
    bandwidthEstimate: 1_000,
    on: (name: string, listener: (name: string, data: object) => void) => listeners.set(name, listener),
  };
  recordStream(hls as unknown as Hls, ring);
  for (const type of ['main', 'audio', 'subtitle']) {
    const frag = { type, level: 1, stats: { total: 500 } };
    for (const event of [Events.FRAG_LOADING, Events.FRAG_LOADED]) listeners.get(event)?.(event, { frag });
  }
  expect(spansOf(ring.read()).map(({ name, bytes, value }) => [name, bytes, value])).toEqual([
    ['segment', 500, 720],
    ['audio segment', 500, 0],
    ['caption segment', 500, 0],
  ]);
});
