import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CaptionTrack } from '../../../../../protocol/provider/player-response.ts';
import { CaptionTracks } from '../../../../../src/page/player/captions/caption-tracks.ts';
import { trackForLanguage } from '../../../../../src/page/player/captions/track-for-language.ts';

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

class FakeTrackElement {
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
  const tracks = new CaptionTracks(element as unknown as HTMLVideoElement, (cues) => told.push(cues));
  tracks.replace(TRACKS);
  told.length = 0;
  return { tracks, told };
}

test('a track is fetched once it is shown, and hidden from the browser’s own rendering', () => {
  const { tracks } = subject();
  expect(appended).toEqual([]);
  tracks.show(0);
  expect(appended).toHaveLength(1);
  expect(appended[0]).toMatchObject({ kind: 'subtitles', srclang: 'en', label: 'English', src: '/en.vtt' });
  expect(appended[0]?.track.mode).toBe('hidden');
});

test('a machine-generated track has the kind captions', () => {
  const { tracks } = subject();
  tracks.show(1);
  expect(appended[0]?.kind).toBe('captions');
});

test('active cues are reported, without empty ones and non-text cues', () => {
  const { tracks, told } = subject();
  tracks.show(0);
  const cue = new FakeCue('Hello');
  appended[0]?.track.change([cue, new FakeCue('  '), { text: 'data' }]);
  appended[0]?.track.change(null);
  expect(told).toEqual([[], [cue], []]);
});

test('another track replaces the previous one, whose cues are no longer reported', () => {
  const { tracks, told } = subject();
  tracks.show(0);
  tracks.show(1);
  told.length = 0;
  appended[0]?.track.change([new FakeCue('late')]);
  expect([told, appended[0]?.isRemoved, appended[1]?.isRemoved]).toEqual([[], true, false]);
});

test.each([-1, 2])('index %i shows no track and leaves no cue', (index) => {
  const { tracks, told } = subject();
  tracks.show(0);
  tracks.show(index);
  expect([appended.length, appended[0]?.isRemoved, told.at(-1)]).toEqual([1, true, []]);
});

test('the tracks of another video replace the previous ones', () => {
  const { tracks } = subject();
  tracks.show(0);
  tracks.replace([]);
  tracks.show(0);
  expect([appended.length, appended[0]?.isRemoved]).toEqual([1, true]);
});

test('a language matches its exact track before one with the same base', () => {
  const tracks = ['en-US', 'en', 'pt-BR'].map((languageCode) => ({ ...TRACKS[0], languageCode }) as CaptionTrack);
  expect(['en', 'EN-us', 'en-GB', 'pt', 'p', 'de'].map((code) => trackForLanguage(tracks, code))).toEqual([
    1, 0, 0, 2, -1, -1,
  ]);
});
