import { Events } from 'hls.js';
import { expect, test } from 'vitest';
import type { MediaEngineState, MediaSourceDescription } from '../../../../../protocol/media/media-engine.ts';
import { HandingOverEngine } from '../../../../../workers/media/engine/handing-over-engine.ts';
import type { HlsMedia } from '../../../../../workers/media/engine/hls-library.ts';
import type { KeptResponses } from '../../../../../workers/media/head-start/arriving-segments.ts';
import { createFakeClock, settle } from '../../../../support/fake-clock.ts';
import { FakeEngine } from '../../../../support/fake-engine.ts';
import { createFakeLibrary, FakeHls, LEVELS } from '../../../../support/fake-hls.ts';
import { FakeMediaElement } from '../../../../support/fake-media-element.ts';

const SOURCE: MediaSourceDescription = {
  videoId: 'a',
  hlsManifestUrl: 'https://videos.example/master.m3u8',
  progressive: [],
  isLive: false,
  startSeconds: 0,
};
const SUBTITLED = '#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",URI="en.m3u8"\n';

function setUp(prefetched?: KeptResponses) {
  const clock = createFakeClock();
  const fake = createFakeLibrary((config) => new FakeHls(config));
  const element = new FakeMediaElement(clock);
  const wholes: { engine: FakeEngine; kept: KeptResponses | undefined }[] = [];
  const world = { isThere: true };
  const engine = new HandingOverEngine(
    {
      Hls: fake.library,
      media: element as unknown as HlsMedia,
      clock,
      performance: { now: () => clock.monotonicNow() },
      connection: new EventTarget(),
      isOnline: () => true,
      isTypeSupported: () => true,
      memoryGigabytes: undefined,
      prefetched,
    },
    async () => {
      if (!world.isThere) throw new Error('404');
      return {
        createMediaEngine(_, options) {
          const whole = new FakeEngine(element, clock);
          wholes.push({ engine: whole, kept: options.prefetched });
          return whole;
        },
      };
    },
  );
  // The fake engine takes time to open.
  const inTime = async <T>(opening: Promise<T>): Promise<T> => {
    await settle();
    await clock.advance(10_000);
    return opening;
  };
  return { engine, fake, element, wholes, world, inTime };
}

test('a stream whose kept playlist needs the whole engine is opened only by the whole engine, with all kept responses', async () => {
  const kept: KeptResponses = new Map([['https://videos.example/master.m3u8', SUBTITLED]]);
  const { engine, fake, wholes, inTime } = setUp(kept);
  expect(await inTime(engine.load(SOURCE))).toMatchObject({ ok: true });
  expect(fake.instances).toEqual([]);
  expect(wholes[0]?.kept).toBe(kept);
  expect(wholes[0]?.engine.calls).toContain('load');
});

test('a stream that the provider declares as simple is opened by the light engine, without a check of its playlists', async () => {
  const { engine, fake, wholes } = setUp(new Map([['https://videos.example/master.m3u8', SUBTITLED]]));
  await engine.load({ ...SOURCE, needsWholeEngine: false });
  await settle();
  expect([fake.instances.length, wholes.length]).toEqual([1, 0]);
});

test('captions found in the pictures are offered, and choosing them hands over to the whole engine at the position', async () => {
  const { engine, fake, element, wholes } = setUp();
  const states: MediaEngineState[] = [];
  engine.on('state', (state) => states.push(state));
  await engine.load(SOURCE);
  const [hls] = fake.instances;
  hls?.parseManifest(LEVELS.map((level) => ({ ...level, attrs: {} })));
  const say = (...pair: readonly [number, number]): void =>
    hls?.say(Events.FRAG_PARSING_USERDATA, {
      frag: { level: 0 },
      samples: [{ bytes: Uint8Array.of(0x41, 0xff, 0xfc, ...pair) }],
    });
  say(0x80, 0x80);
  expect(states.at(-1)?.captionTracks).toBeUndefined();
  say(0x94, 0x20);
  expect(states.at(-1)?.captionTracks).toMatchObject([{ id: 'textTrack1', name: 'CC1', kind: 'captions' }]);
  element.currentTime = 7;
  engine.setQuality('small');
  engine.setCaptionTrack('textTrack1');
  await settle();
  expect(hls?.isDestroyed).toBe(true);
  expect(wholes.map((whole) => whole.engine.starts)).toEqual([[7]]);
  expect(wholes[0]?.engine.loads[0]?.quality).toBe('small');
});

test('a whole engine that fails to load is a connection error, and a recovery requests it again', async () => {
  const { engine, world, wholes, inTime } = setUp(new Map([['https://videos.example/master.m3u8', SUBTITLED]]));
  world.isThere = false;
  expect(await engine.load(SOURCE)).toMatchObject({ ok: false, code: 'net.connect' });
  world.isThere = true;
  expect(await inTime(engine.recover(3))).toMatchObject({ ok: true });
  expect(wholes.map((whole) => whole.engine.starts)).toEqual([[3]]);
});

test('an engine that is detached while the whole engine loads opens nothing', async () => {
  const { engine, wholes } = setUp(new Map([['https://videos.example/master.m3u8', SUBTITLED]]));
  const loaded = engine.load(SOURCE);
  engine.detach();
  expect(await loaded).toMatchObject({ ok: false });
  expect(wholes).toEqual([]);
});
