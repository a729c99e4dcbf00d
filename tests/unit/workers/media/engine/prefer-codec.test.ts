import { Events, type Level } from 'hls.js';
import type Hls from 'hls.js';
import { expect, test } from 'vitest';
import { preferBetterCodec } from '../../../../../workers/media/engine/prefer-codec.ts';

const level = (videoCodec: string, height: number) =>
  ({
    videoCodec,
    codecSet: `${videoCodec.slice(0, 4)},mp4a`,
    height,
    width: height,
    bitrate: 1,
    frameRate: 0,
  }) as Level;

const LEVELS = [
  level('avc1.64001e', 240),
  level('vp09.00.11.08', 240),
  level('av01.0.00M.08', 240),
  level('av01.0.01M.08', 480),
];

/** The level that is set on hls.js, and the reported codec, in a browser that decodes the given codecs smoothly. */
async function preferred(smooth: readonly string[], { levels = LEVELS, automatic = true } = {}) {
  const listeners = new Map<string, (name: string, data?: object) => void>();
  const hls = { levels, autoLevelEnabled: automatic, nextAutoLevel: -1 };
  const on = (name: Events, listener: () => void): void => void listeners.set(name, listener);
  const codecs: string[] = [];
  const asked: string[] = [];
  const decodingInfo = (configuration: MediaDecodingConfiguration) => {
    const { contentType = '', height = 0 } = configuration.video ?? {};
    asked.push(`${contentType} ${height}`);
    if (contentType.includes('hvc1')) return Promise.reject(new TypeError('unknown'));
    const isSmooth = smooth.some((codec) => contentType.includes(codec));
    return Promise.resolve({
      supported: true,
      smooth: isSmooth,
      powerEfficient: false,
    } as MediaCapabilitiesDecodingInfo);
  };
  const options = { hls: Object.assign(hls, { on }) as unknown as Hls, capabilities: { decodingInfo } };
  preferBetterCodec({ ...options, onPreferred: (codec) => codecs.push(codec) }, new AbortController().signal);
  listeners.get(Events.MANIFEST_PARSED)?.('');
  await new Promise((resolve) => setTimeout(resolve));
  // The level that is set on hls.js after a segment of the level `loaded`, when hls.js has reset its next level.
  const afterSegmentOf = (loaded: number, type = 'main'): number => {
    hls.nextAutoLevel = -1;
    listeners.get(Events.FRAG_LOADED)?.('', { frag: { type, level: loaded } });
    return hls.nextAutoLevel;
  };
  return { level: hls.nextAutoLevel, codecs, asked, afterSegmentOf };
}

test('the preferred codec is set again, at no larger picture, until a segment of this codec is loaded', async () => {
  const levels = [...LEVELS.slice(0, 1), level('avc1.64001e', 480), ...LEVELS.slice(2)];
  const { afterSegmentOf } = await preferred(['av01'], { levels });
  expect([afterSegmentOf(0), afterSegmentOf(1), afterSegmentOf(0, 'audio')]).toEqual([2, 3, -1]);
  expect([afterSegmentOf(3), afterSegmentOf(0)]).toEqual([-1, -1]);
});

test('a stream with several codecs continues with the best smooth codec, from its lowest level', async () => {
  expect(await preferred(['av01', 'vp09'])).toMatchObject({ level: 2, codecs: ['av01'] });
  expect((await preferred(['av01'])).asked).toEqual(['video/mp4; codecs="av01.0.01M.08" 480']);
});

test('a codec that is not smooth is skipped, and H.264 is kept if no better codec is smooth', async () => {
  expect(await preferred(['vp09'])).toMatchObject({ level: 1, codecs: ['vp09'] });
  expect(await preferred([])).toMatchObject({ level: -1, codecs: [] });
  const withHevc = [level('avc1.64001e', 240), level('hvc1.1.6.L60.90', 240)];
  expect(await preferred(['hvc1'], { levels: withHevc })).toMatchObject({ level: -1, codecs: [] });
});

test('a stream of one codec causes no query of capabilities', async () => {
  expect(await preferred(['avc1'], { levels: LEVELS.slice(0, 1) })).toMatchObject({ level: -1, codecs: [], asked: [] });
});

test('the level is not changed to the preferred codec if the viewer has chosen a quality', async () => {
  expect(await preferred(['av01'], { automatic: false })).toMatchObject({ level: -1, codecs: ['av01'] });
});
