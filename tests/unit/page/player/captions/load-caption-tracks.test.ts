import { expect, test } from 'vitest';
import type { CaptionTrack } from '../../../../../protocol/provider/player-response.ts';
import { loadCaptionTracks, type ShownTracks } from '../../../../../src/page/player/captions/load-caption-tracks.ts';
import { settle } from '../../../../support/fake-clock.ts';

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
  const loaded: ShownTracks = {
    replace: (tracks) => void calls.push(`replace ${tracks.map(({ languageCode }) => languageCode).join()}`),
    show: (index) => void calls.push(`show ${index}`),
  };
  const tracks = loadCaptionTracks(
    () => new Promise((resolve, reject) => void loads.push({ resolve, reject })),
    (error) => void reported.push(error),
  );
  return { tracks, calls, loads, loaded, reported };
}

test('caption tracks are not loaded while no captions are shown', async () => {
  const { tracks, loads, calls } = subject();
  tracks.replace([track('en')]);
  tracks.show(-1);
  await settle();
  expect([loads, calls]).toEqual([[], []]);
});

test('the first captions load the parser, which gets the tracks before the one to show', async () => {
  const { tracks, loads, loaded, calls } = subject();
  tracks.replace([track('en'), track('de')]);
  tracks.show(0);
  loads[0]?.resolve(loaded);
  await settle();
  expect(calls).toEqual(['replace en,de', 'show 0']);
});

test('a parser without tracks receives an empty list', async () => {
  const { tracks, loads, loaded, calls } = subject();
  tracks.show(0);
  loads[0]?.resolve(loaded);
  await settle();
  expect(calls).toEqual(['replace ', 'show 0']);
});

test('the parser is loaded once, and requests in the meantime run in order', async () => {
  const { tracks, loads, loaded, calls } = subject();
  tracks.replace([track('en')]);
  tracks.show(0);
  tracks.replace([track('de')]);
  tracks.show(-1);
  tracks.show(0);
  loads[0]?.resolve(loaded);
  await settle();
  tracks.show(-1);
  await settle();
  expect(loads).toHaveLength(1);
  expect(calls.slice(-5)).toEqual(['show 0', 'replace de', 'show -1', 'show 0', 'show -1']);
});

test('a parser that does not load is reported once, and retried when captions are requested again', async () => {
  const { tracks, loads, loaded, calls, reported } = subject();
  const failure = new Error('offline');
  tracks.replace([track('en')]);
  tracks.show(0);
  loads[0]?.reject(failure);
  await settle();
  expect(reported).toEqual([failure]);
  tracks.show(-1);
  expect(loads).toHaveLength(1);
  tracks.show(0);
  loads[1]?.resolve(loaded);
  await settle();
  expect(calls).toEqual(['replace en', 'show 0']);
});
