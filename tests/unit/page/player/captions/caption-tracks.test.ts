import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CaptionTrack } from '../../../../../protocol/provider/player-response.ts';
import { Connection } from '../../../../../src/page/player/connection/connection.ts';
import { CaptionTracks } from '../../../../../src/page/player/captions/caption-tracks.ts';
import { trackForLanguage } from '../../../../../src/page/player/captions/track-for-language.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

class FakeCue {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

class FakeTextTrack extends EventTarget {
  mode = 'disabled';
  activeCues: unknown[] | null = null;

  change(cues: unknown[] | null): void {
    this.activeCues = cues;
    this.dispatchEvent(new Event('cuechange'));
  }
}

class FakeTrackElement extends EventTarget {
  readonly track = new FakeTextTrack();
  kind = '';
  srclang = '';
  label = '';
  src = '';
  isRemoved = false;

  remove(): void {
    this.isRemoved = true;
  }
}

const TRACKS: CaptionTrack[] = [
  { languageCode: 'en', name: 'English', kind: 'subtitles', url: '/en.vtt', isDefault: true },
  { languageCode: 'de', name: 'Deutsch', kind: 'asr', url: '/de.vtt', isDefault: false },
];

const appended: FakeTrackElement[] = [];

beforeEach(() => {
  appended.length = 0;
  vi.stubGlobal('document', {
    createElement: (tag: string) => (tag === 'track' ? new FakeTrackElement() : null),
  });
  vi.stubGlobal('VTTCue', FakeCue);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function subject() {
  const told: unknown[] = [];
  const element = { append: (track: FakeTrackElement) => void appended.push(track) };
  const clock = createFakeClock();
  const window = Object.assign(new EventTarget(), { navigator: { onLine: true } as Navigator });
  const connection = new Connection({ window, clock, reportError: (error) => told.push(error) });
  const tracks = new CaptionTracks({
    element: element as unknown as HTMLVideoElement,
    clock,
    connection,
    onCues: (cues) => told.push(cues),
    onFailed: () => told.push('failed'),
  });
  // The latest caption file fails to load.
  const fail = (): void => void appended.at(-1)?.dispatchEvent(new Event('error'));
  return { tracks, told, clock, connection, fail };
}

test('a caption track is fetched when it is shown, in the mode “hidden”, so that the browser does not render it', () => {
  const { tracks } = subject();
  expect(appended).toEqual([]);
  tracks.show(TRACKS[0]);
  expect(appended).toHaveLength(1);
  expect(appended[0]).toMatchObject({ kind: 'subtitles', srclang: 'en', label: 'English', src: '/en.vtt' });
  expect(appended[0]?.track.mode).toBe('hidden');
});

test('a machine-generated track has the kind captions', () => {
  const { tracks } = subject();
  tracks.show(TRACKS[1]);
  expect(appended[0]?.kind).toBe('captions');
});

test('active cues are reported without empty cues and non-text cues', () => {
  const { tracks, told } = subject();
  tracks.show(TRACKS[0]);
  const cue = new FakeCue('Hello');
  appended[0]?.track.change([cue, new FakeCue('  '), { text: 'data' }]);
  appended[0]?.track.change(null);
  expect(told).toEqual([[], [cue], []]);
});

test('another caption track replaces the previous track, whose cues are no longer reported', () => {
  const { tracks, told } = subject();
  tracks.show(TRACKS[0]);
  tracks.show(TRACKS[1]);
  told.length = 0;
  appended[0]?.track.change([new FakeCue('late')]);
  expect([told, appended[0]?.isRemoved, appended[1]?.isRemoved]).toEqual([[], true, false]);
});

test('showing no caption track removes the track and reports no cues', () => {
  const { tracks, told } = subject();
  tracks.show(TRACKS[0]);
  tracks.show(undefined);
  expect([appended.length, appended[0]?.isRemoved, told.at(-1)]).toEqual([1, true, []]);
});

test('a caption track inside the stream fills the element’s track until another track is shown', () => {
  const { tracks, told } = subject();
  const filled: (readonly [element: unknown, signal: AbortSignal])[] = [];
  const inStream = {
    cues: [],
    use: () => undefined,
    fill: (...given: (typeof filled)[number]) => void filled.push(given),
  };
  tracks.show({ url: '', languageCode: 'de', name: 'Deutsch', kind: 'subtitles', isDefault: false, inStream });
  expect([appended[0]?.src, appended[0]?.track.mode]).toEqual(['', 'hidden']);
  expect(filled[0]?.[0]).toBe(appended[0]);
  const cue = new FakeCue('Hallo');
  appended[0]?.track.change([cue]);
  expect(told.at(-1)).toEqual([cue]);
  tracks.show(undefined);
  expect(filled[0]?.[1].aborted).toBe(true);
});

test('a caption file that fails to load is requested again after 1, 4 and 15 s, and then reported as failed', async () => {
  const { tracks, told, clock, fail } = subject();
  tracks.show(TRACKS[0]);
  for (const [delayMs, count] of [
    [1_000, 2],
    [4_000, 3],
    [15_000, 4],
  ] as const) {
    fail();
    await clock.advance(delayMs - 1);
    expect(appended).toHaveLength(count - 1);
    await clock.advance(1);
    expect(appended).toHaveLength(count);
  }
  expect(appended.map(({ isRemoved }) => isRemoved)).toEqual([true, true, true, false]);
  expect(told).toEqual([[]]);
  fail();
  expect(told).toEqual([[], 'failed']);
  await clock.advance(60_000);
  expect([appended.length, clock.pendingCount()]).toEqual([4, 0]);
});

test('a caption file that fails to load offline is requested again when the network returns', async () => {
  const { tracks, told, clock, connection, fail } = subject();
  connection.note('lost');
  tracks.show(TRACKS[0]);
  fail();
  await clock.advance(60_000);
  expect(appended).toHaveLength(1);
  connection.note('returned');
  expect(appended).toHaveLength(2);
  const cue = new FakeCue('Hello');
  appended[1]?.track.change([cue]);
  expect(told).toEqual([[], [cue]]);
});

test('a failed caption track that is no longer shown is not requested again', async () => {
  const { tracks, clock, connection, fail } = subject();
  tracks.show(TRACKS[0]);
  fail();
  tracks.show(undefined);
  connection.note('lost');
  connection.note('returned');
  await clock.advance(60_000);
  expect(appended).toHaveLength(1);
});

test('a language matches the track with exactly this language before a track with the same base', () => {
  const tracks = ['en-US', 'en', 'pt-BR'].map((languageCode) => ({ ...TRACKS[0], languageCode }) as CaptionTrack);
  expect(['en', 'EN-us', 'en-GB', 'pt', 'p', 'de'].map((code) => trackForLanguage(tracks, code))).toEqual([
    1, 0, 0, 2, -1, -1,
  ]);
});
