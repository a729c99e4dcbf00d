import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StreamCaptionTrack } from '../../../../../protocol/media/stream-captions.ts';
import type { StreamCue } from '../../../../../protocol/media/stream-cues.ts';
import { EngineEvents } from '../../../../../protocol/media/engine-events.ts';
import type { OfferedTrack } from '../../../../../src/page/player/captions/offered-track.ts';
import { initialSnapshot } from '../../../../../src/page/player/initial-snapshot.ts';
import { followStreamCaptions } from '../../../../../src/page/player/captions/stream-captions.ts';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  vi.stubGlobal(
    'VTTCue',
    class {
      readonly text: string;
      constructor(_: number, __: number, text: string) {
        this.text = text;
      }
      set position(value: number) {
        if (value > 100) throw new RangeError('position');
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const track = (change: Partial<StreamCaptionTrack>): StreamCaptionTrack => ({
  ...{ id: 'a', name: 'Deutsch', languageCode: 'de', kind: 'subtitles', isDefault: false, isForced: false },
  ...change,
});
const cue = (startTime: number, change: Partial<StreamCue> = {}): StreamCue => ({
  ...{
    startTime,
    endTime: startTime + 1,
    text: `at ${startTime}`,
    line: 'auto',
    snapToLines: true,
    lineAlign: 'start',
  },
  ...{ position: 'auto', positionAlign: 'auto', size: 100, align: 'center', vertical: '' },
  ...change,
});

function setUp(files: readonly OfferedTrack[] = [], unmet: string | null = null) {
  const events = new EngineEvents();
  const asked: string[] = [];
  const chosen: string[] = [];
  const engine = { on: events.on, setCaptionTrack: (id: string) => void asked.push(id) };
  const captions = {
    snapshot: { ...initialSnapshot({ volume: 100, muted: false, loop: false }).captions, tracks: files },
    unmet,
    update: (change: object) => Object.assign(captions.snapshot, change),
    choose: (language: string) => chosen.push(language),
    tellHosts: () => undefined,
  };
  const follow = (captionTracks: readonly StreamCaptionTrack[], captionTrack = ''): void =>
    followStreamCaptions(engine, { captionTracks, captionTrack }, captions);
  return {
    events,
    asked,
    chosen,
    captions,
    follow,
    codes: () => captions.snapshot.tracks.map((one) => one.languageCode),
  };
}

const FILE: OfferedTrack = { url: '/de.vtt', languageCode: 'DE', name: 'Deutsch', kind: 'subtitles', isDefault: true };

test('caption tracks of the stream are listed after the files, without tracks whose language has a file', () => {
  const { captions, follow, codes } = setUp([FILE]);
  follow([track({}), track({ id: 'b', name: 'English', languageCode: 'en' }), track({ id: 'c', isForced: true })]);
  expect(codes()).toEqual(['DE', 'en', 'de-x-forced']);
  expect(captions.snapshot.tracks[2]?.name).toBe('Deutsch (Erzwungen)');
});

test('each caption track of the stream gets a unique language code, since hosts and preferences name tracks by it', () => {
  const { follow, codes } = setUp();
  follow([
    track({}),
    track({ id: 'b', kind: 'captions' }),
    track({ id: 'c', languageCode: '' }),
    track({ id: 'd', languageCode: '' }),
  ]);
  expect(codes()).toEqual(['de', 'de-x-2', 'und', 'und-x-2']);
});

test('a chosen language without a track is chosen again once the stream has a track in this language', () => {
  const { follow, chosen } = setUp([], 'en');
  follow([track({})]);
  expect(chosen).toEqual([]);
  follow([track({}), track({ id: 'b', languageCode: 'en-GB' })]);
  expect(chosen).toEqual(['en']);
});

test('the track in use is selected in the engine, again after the engine has reset it, and deselected after use', () => {
  const { asked, captions, follow } = setUp();
  follow([track({})]);
  const use = new AbortController();
  captions.snapshot.tracks[0]?.inStream?.use(() => undefined, use.signal);
  expect(asked).toEqual(['a']);
  follow([track({})], 'a');
  expect(asked).toEqual(['a']);
  follow([track({})], '');
  expect(asked).toEqual(['a', 'a']);
  follow([track({})], 'a');
  use.abort();
  expect(asked.at(-1)).toBe('');
});

test('cues are added to the track as they arrive, even with settings that the browser refuses; a new stream removes them', () => {
  const { events, captions, follow } = setUp();
  follow([track({})]);
  const cues: { text: string }[] = [];
  const filled = Object.assign(new EventTarget(), {
    src: '',
    track: {
      cues,
      addCue: (added: { text: string }) => cues.push(added),
      removeCue: (gone: { text: string }) => cues.splice(cues.indexOf(gone), 1),
    },
  });
  const inStream = captions.snapshot.tracks[0]?.inStream;
  events.emit('cues', { trackId: 'a', cues: [cue(1)], isNew: false });
  inStream?.fill(filled as unknown as HTMLTrackElement, new AbortController().signal);
  expect([filled.src.startsWith('blob:'), cues]).toEqual([true, []]);
  filled.dispatchEvent(new Event('load'));
  events.emit('cues', { trackId: 'a', cues: [cue(2, { position: 999 })], isNew: false });
  expect(cues.map(({ text }) => text)).toEqual(['at 1', 'at 2']);
  events.emit('cues', { trackId: 'a', cues: [cue(0)], isNew: true });
  expect(cues.map(({ text }) => text)).toEqual(['at 0']);
  expect(inStream?.cues).toHaveLength(1);
});

test.for([
  ['a cue without times', { cues: [{ text: 'x' }] }],
  ['a cue with too long a text', { cues: [cue(0, { text: 'x'.repeat(100_000) })] }],
  ['a message whose cues are no list', { cues: 'x' }],
] as const)('%s is rejected by the schema', ([, message]) => {
  const { events, captions, follow } = setUp();
  follow([track({})]);
  events.emit('cues', { trackId: 'a', isNew: false, ...message } as never);
  expect(captions.snapshot.tracks[0]?.inStream?.cues).toEqual([]);
});
