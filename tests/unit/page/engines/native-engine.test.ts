import { expect, test } from 'vitest';
import type { MediaEngineEvents, MediaEngineState } from '../../../../protocol/media/media-engine.ts';
import type { FileHeadStart } from '../../../../src/page/boot/boot-state.ts';
import { NativeEngine } from '../../../../src/page/engines/native-engine.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const FILES = [240, 720, 480].map((height) => ({ url: `/${height}.mp4`, mimeType: 'video/mp4', height }));
const SOURCE = { videoId: 'a', hlsManifestUrl: '/film.m3u8', progressive: FILES, isLive: false, startSeconds: 0 };

class PlainElement extends EventTarget {
  src = '';
  preload = 'none';
  currentTime = 0;
  paused = false;
  seeking = false;
  buffered = timeRanges();
  duration = 28;
  readyState = 0;
  videoWidth = 0;
  seekable = timeRanges();
  videoHeight = 0;
  error: { code: number; message: string } | null = null;
  readonly calls: string[] = [];

  removeAttribute(name: string): void {
    this.calls.push(`without ${name}`);
  }

  load(): void {
    this.calls.push('load');
  }
}

function setUp(path: 'native' | 'progressive', headStart: FileHeadStart | null = null) {
  const element = new PlainElement();
  const clock = createFakeClock();
  const engine = new NativeEngine({
    element: element as unknown as HTMLVideoElement,
    path,
    clock,
    takeHeadStart: () => headStart,
  });
  const states: MediaEngineState[] = [];
  const fatals: MediaEngineEvents['fatal'][] = [];
  engine.on('state', (state) => states.push(state));
  engine.on('fatal', (fatal) => fatals.push(fatal));
  return { element, clock, engine, states, fatals };
}

test('native HLS plays the manifest, and the progressive path plays the tallest file', async () => {
  const native = setUp('native');
  expect(await native.engine.load(SOURCE)).toMatchObject({ ok: true });
  expect(native.element).toMatchObject({ src: '/film.m3u8', preload: 'auto', currentTime: 0 });
  const progressive = setUp('progressive');
  await progressive.engine.load(SOURCE);
  expect([progressive.engine.path, progressive.element.src]).toEqual(['progressive', '/720.mp4']);
});

function timeRanges(...ranges: (readonly [number, number])[]) {
  const at = (index: number) => ranges[index] as readonly [number, number];
  return { length: ranges.length, start: (index: number) => at(index)[0], end: (index: number) => at(index)[1] };
}

function begun(url: string, startSeconds = 0): FileHeadStart {
  return { kind: 'file', videoId: 'a', url, startSeconds, drop: () => undefined };
}

test('a file that the inline script has started plays on, and its known picture size is reported', async () => {
  const { element, engine, states } = setUp('progressive', begun('/720.mp4'));
  Object.assign(element, { src: 'as begun', currentTime: 0.3, readyState: 1, videoWidth: 1280, videoHeight: 720 });
  expect(await engine.load(SOURCE)).toMatchObject({ ok: true });
  expect(element).toMatchObject({ src: 'as begun', currentTime: 0.3 });
  expect(states.map(({ quality }) => quality)).toEqual(['hd720']);
});

test('a file that was started at another position moves to the start position of the video', async () => {
  const { element, engine, states } = setUp('progressive', begun('/720.mp4', 4));
  Object.assign(element, { src: 'as begun', currentTime: 4 });
  await engine.load({ ...SOURCE, startSeconds: 9 });
  expect(element).toMatchObject({ src: 'as begun', currentTime: 9 });
  expect(states).toEqual([]);
});

test('a started file that has failed, or is not the chosen file, is replaced by the chosen file', async () => {
  for (const [url, error] of [
    ['/720.mp4', { code: 4, message: '' }],
    ['/240.mp4', null],
  ] as const) {
    const { element, engine } = setUp('progressive', begun(url));
    Object.assign(element, { src: 'as begun', error });
    await engine.load(SOURCE);
    expect([url, element.src]).toEqual([url, '/720.mp4']);
  }
});

test('a video without an address for the path of the engine is refused', async () => {
  const { engine, element } = setUp('progressive');
  expect(await engine.load({ ...SOURCE, progressive: [] })).toMatchObject({ ok: false, code: 'fmt.noneavailable' });
  expect(await engine.recover(1)).toMatchObject({ ok: false });
  expect(element.src).toBe('');
});

test('the only quality is reported once the size of the picture is known', () => {
  const { element, states } = setUp('native');
  element.duration = Number.NaN;
  element.dispatchEvent(new Event('resize'));
  Object.assign(element, { videoWidth: 1280, videoHeight: 720, duration: 60 });
  element.dispatchEvent(new Event('resize'));
  expect(states).toEqual([
    {
      qualities: [],
      quality: 'unknown',
      automatic: true,
      isLive: null,
      seekable: null,
      audioTracks: [],
      audioTrack: '',
    },
    {
      qualities: ['hd720', 'auto'],
      quality: 'hd720',
      automatic: true,
      isLive: false,
      seekable: null,
      audioTracks: [],
      audioTrack: '',
    },
  ]);
});

test('a live stream is reported with its moving window, and as stopped while the window has not moved for 20 s', async () => {
  const { element, clock, engine, states } = setUp('native');
  engine.observeElement();
  expect(states).toEqual([]);
  Object.assign(element, { duration: Infinity, seekable: timeRanges([10, 40]) });
  element.dispatchEvent(new Event('durationchange'));
  expect(states.at(-1)).toMatchObject({ isLive: true, seekable: [10, 40], live: { condition: 'on', edgeSeconds: 40 } });
  element.seekable = timeRanges([16, 46]);
  engine.observeElement();
  expect(states.at(-1)).toMatchObject({ seekable: [16, 46], live: { condition: 'on', edgeSeconds: 46 } });
  await clock.advance(20_000);
  engine.observeElement();
  expect(states.at(-1)).toMatchObject({ live: { condition: 'on' } });
  await clock.advance(1);
  engine.observeElement();
  expect(states.at(-1)).toMatchObject({ live: { condition: 'stopped', edgeSeconds: 46 } });
  element.seekable = timeRanges([22, 52]);
  engine.observeElement();
  expect(states.at(-1)).toMatchObject({ live: { condition: 'on', edgeSeconds: 52 } });
});

test('a stuck file with its data loaded is opened again at its position after 4 s, and the next time after 8 s', async () => {
  const { element, clock, engine } = setUp('progressive');
  await engine.load(SOURCE);
  const check = async (afterMs: number): Promise<string> => {
    element.src = 'left';
    await clock.advance(afterMs);
    engine.observeElement();
    return element.src;
  };
  Object.assign(element, { currentTime: 3, readyState: 2, buffered: timeRanges([0, 28]) });
  expect([await check(0), await check(3_999), await check(1)]).toEqual(['left', 'left', '/720.mp4#t=3']);
  expect([await check(7_999), await check(1)]).toEqual(['left', '/720.mp4#t=3']);
});

test.for([
  ['paused', { paused: true }],
  ['seeking', { seeking: true }],
  ['without its data', { buffered: timeRanges([0, 3.2]) }],
  ['without a picture', { readyState: 1 }],
  ['of no known length', { duration: Infinity }],
] as const)('a stuck file is not opened again while it is %s', async ([, state]) => {
  const { element, clock, engine } = setUp('progressive');
  await engine.load(SOURCE);
  Object.assign(element, { src: 'left', currentTime: 3, readyState: 2, buffered: timeRanges([0, 28]) }, state);
  for (let looks = 0; looks < 20; looks += 1) {
    await clock.advance(1_000);
    engine.observeElement();
  }
  expect(element.src).toBe('left');
});

test('a file that plays, and a stuck HLS stream, are not opened again', async () => {
  const [file, stream] = [setUp('progressive'), setUp('native')];
  for (const { engine, element } of [file, stream]) {
    await engine.load(SOURCE);
    Object.assign(element, { src: 'left', readyState: 2, buffered: timeRanges([0, 28]) });
  }
  for (let looks = 0; looks < 20; looks += 1) {
    file.element.currentTime += 1;
    await file.clock.advance(1_000);
    await stream.clock.advance(1_000);
    file.engine.observeElement();
    stream.engine.observeElement();
  }
  expect([file.element.src, stream.element.src]).toEqual(['left', 'left']);
});

test('a file of unlimited duration is reported as live without a window, and as a video once its duration is known', () => {
  const { element, states } = setUp('progressive');
  element.duration = Infinity;
  element.dispatchEvent(new Event('durationchange'));
  expect(states.at(-1)).toMatchObject({ isLive: true, seekable: null, live: { edgeSeconds: null } });
  element.duration = 60;
  element.dispatchEvent(new Event('durationchange'));
  expect(states.at(-1)).toMatchObject({ isLive: false, seekable: null });
  expect(states.at(-1)?.live).toBeUndefined();
});

test('an error of the element is fatal, with its catalogue code [H5]', () => {
  const { element, fatals } = setUp('progressive');
  element.dispatchEvent(new Event('error'));
  expect(fatals).toEqual([]);
  element.error = { code: 4, message: '' };
  element.dispatchEvent(new Event('error'));
  Object.assign(element, { readyState: 1, error: { code: 4, message: 'broken' } });
  element.dispatchEvent(new Event('error'));
  expect(fatals).toEqual([
    { code: 'net.unknown', message: 'media element error 4', detail: 'MediaError 4' },
    { code: 'fmt.decode', message: 'broken', detail: 'MediaError 4' },
  ]);
});

test('the native engine ignores choices, and after detach the element is empty and nothing is emitted', () => {
  const { engine, element, states, fatals } = setUp('native');
  engine.setQuality();
  engine.setAudioTrack();
  engine.setTarget();
  expect(element).toMatchObject({ src: '', currentTime: 0 });
  engine.detach();
  expect(element.calls).toEqual(['without src', 'load']);
  element.error = { code: 3, message: '' };
  element.dispatchEvent(new Event('error'));
  element.dispatchEvent(new Event('resize'));
  expect([states, fatals]).toEqual([[], []]);
});
