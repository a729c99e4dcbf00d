import { setMaxListeners } from 'node:events';
import type {
  MediaEngineEvents,
  MediaEngineState,
  MediaSourceDescription,
} from '../../../../../protocol/media/media-engine.ts';
import { AdaptiveEngine } from '../../../../../workers/media/engine/adaptive-engine.ts';
import type { AdaptiveEngineDependencies } from '../../../../../workers/media/engine/open-stream.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakeLibrary, FakeHls } from '../../../../support/fake-hls.ts';

/** All parts of a stream listen to one abort signal, and Node.js warns from eleven listeners on. */
setMaxListeners(32);

export const SOURCE: MediaSourceDescription = {
  videoId: 'aaaaaaaaaaa',
  hlsManifestUrl: 'https://videos.example/film.m3u8',
  progressive: [],
  isLive: false,
  startSeconds: 0,
};

/** The part of a media element that an engine reads. */
export class PlainMedia extends EventTarget {
  currentTime = 0;
  paused = false;
  ranges: (readonly [number, number])[] = [];
  frames = { droppedVideoFrames: 0, totalVideoFrames: 0 };

  getVideoPlaybackQuality = () => this.frames;

  get buffered() {
    return {
      length: this.ranges.length,
      start: (index: number) => this.ranges[index]?.[0] ?? Number.NaN,
      end: (index: number) => this.ranges[index]?.[1] ?? Number.NaN,
    };
  }

  say(type: string): void {
    this.dispatchEvent(new Event(type));
  }

  seek(seconds: number): void {
    this.currentTime = seconds;
    this.say('seeking');
  }
}

export function createEngine(change: Partial<AdaptiveEngineDependencies> = {}) {
  const clock = createFakeClock();
  const media = new PlainMedia();
  const connection = new EventTarget();
  const fake = createFakeLibrary((config) => new FakeHls(config));
  const states: MediaEngineState[] = [];
  const fatals: MediaEngineEvents['fatal'][] = [];
  const problems: string[] = [];
  const engine = new AdaptiveEngine({
    Hls: fake.library,
    media: media as never,
    clock,
    performance: { now: () => clock.monotonicNow() },
    connection,
    isOnline: () => true,
    isTypeSupported: () => true,
    memoryGigabytes: undefined,
    ...change,
  });
  engine.on('state', (state) => states.push(state));
  engine.on('fatal', (fatal) => fatals.push(fatal));
  engine.on('problem', ({ detail }) => problems.push(detail));
  const hls = (): FakeHls => {
    const last = fake.instances.at(-1);
    if (last === undefined) throw new Error('no stream was opened');
    return last;
  };
  return { clock, media, connection, fake, engine, states, fatals, problems, hls };
}

/** An engine with levels and ten seconds buffered, by the library or by a given head start. */
export async function createPlayingEngine(change: Partial<AdaptiveEngineDependencies> = {}) {
  const harness = createEngine(change);
  await harness.engine.load(SOURCE);
  harness.media.ranges = [[0, 10]];
  harness.hls().parseManifest();
  if (change.startedStream === undefined) harness.hls().buffer();
  harness.hls().calls.length = 0;
  return harness;
}
