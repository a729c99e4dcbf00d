import { expect, test } from 'vitest';
import type { CaptionTrack } from '../../../../../protocol/provider/player-response.ts';
import { Connection } from '../../../../../src/page/player/connection/connection.ts';
import { loadCaptionTracks, type ShownTracks } from '../../../../../src/page/player/captions/load-caption-tracks.ts';
import { createFakeClock, settle } from '../../../../support/fake-clock.ts';

const track = (languageCode: string): CaptionTrack => ({
  url: `/${languageCode}.vtt`,
  languageCode,
  name: languageCode,
  kind: 'subtitles',
  isDefault: false,
});

interface Load {
  readonly resolve: (tracks: ShownTracks) => void;
  readonly reject: (error: unknown) => void;
}

function subject() {
  const calls: string[] = [];
  const reported: unknown[] = [];
  const loads: Load[] = [];
  const loaded: ShownTracks = { show: (shown) => void calls.push(`show ${shown?.languageCode}`) };
  const reportError = (error: unknown): void => void reported.push(error);
  const window = Object.assign(new EventTarget(), { navigator: { onLine: true } as Navigator });
  const connection = new Connection({ window, clock: createFakeClock(), reportError });
  const tracks = loadCaptionTracks(
    () => new Promise((resolve, reject) => void loads.push({ resolve, reject })),
    connection,
    reportError,
  );
  return { tracks, calls, loads, loaded, reported, connection };
}

test('the caption parser is not loaded while no captions are shown', async () => {
  const { tracks, loads, calls } = subject();
  tracks.show(undefined);
  await settle();
  expect([loads, calls]).toEqual([[], []]);
});

test('the caption parser is loaded once, and requests made while it loads run in order', async () => {
  const { tracks, loads, loaded, calls } = subject();
  tracks.show(track('en'));
  tracks.show(undefined);
  tracks.show(track('de'));
  loads[0]?.resolve(loaded);
  await settle();
  tracks.show(undefined);
  await settle();
  expect(loads).toHaveLength(1);
  expect(calls).toEqual(['show en', 'show undefined', 'show de', 'show undefined']);
});

test('a caption parser that fails to load is reported once, and loaded again when captions are requested again', async () => {
  const { tracks, loads, loaded, calls, reported } = subject();
  const failure = new Error('offline');
  tracks.show(track('en'));
  loads[0]?.reject(failure);
  await settle();
  expect(reported).toEqual([failure]);
  tracks.show(undefined);
  expect(loads).toHaveLength(1);
  tracks.show(track('en'));
  loads[1]?.resolve(loaded);
  await settle();
  expect(calls).toEqual(['show en']);
});

test('a parser that failed to load offline is loaded when the network returns, if captions are still wanted', async () => {
  const { tracks, loads, loaded, calls, connection } = subject();
  connection.note('lost');
  tracks.show(track('en'));
  loads[0]?.reject(new Error('offline'));
  await settle();
  connection.note('returned');
  expect(loads).toHaveLength(2);
  loads[1]?.resolve(loaded);
  await settle();
  expect(calls).toEqual(['show en']);
});
