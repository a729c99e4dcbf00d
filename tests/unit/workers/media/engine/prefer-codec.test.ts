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

/** The level to which the library is sent, and the codec that is reported, where the browser shows these codecs smoothly. */
async function preferred(smooth: readonly string[], { levels = LEVELS, automatic = true } = {}) {
  let parsed: () => void = () => undefined;
  const hls = { levels, autoLevelEnabled: automatic, nextAutoLevel: -1 };
  const on = (name: Events, listener: () => void): void => {
    if (name === Events.MANIFEST_PARSED) parsed = listener;
  };
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
  parsed();
  await new Promise((resolve) => setTimeout(resolve));
  return { level: hls.nextAutoLevel, codecs, asked };
}

test('a stream with several codecs continues in the best one whose best level is smooth, from its lowest level', async () => {
  expect(await preferred(['av01', 'vp09'])).toMatchObject({ level: 2, codecs: ['av01'] });
  expect((await preferred(['av01'])).asked).toEqual(['video/mp4; codecs="av01.0.01M.08" 480']);
});

test('a codec that is not smooth is passed over for the next, and H.264 stays where none is', async () => {
  expect(await preferred(['vp09'])).toMatchObject({ level: 1, codecs: ['vp09'] });
  expect(await preferred([])).toMatchObject({ level: -1, codecs: [] });
  const withHevc = [level('avc1.64001e', 240), level('hvc1.1.6.L60.90', 240)];
  expect(await preferred(['hvc1'], { levels: withHevc })).toMatchObject({ level: -1, codecs: [] });
});

test('a stream of one codec is asked for nothing', async () => {
  expect(await preferred(['avc1'], { levels: LEVELS.slice(0, 1) })).toEqual({ level: -1, codecs: [], asked: [] });
});

test('a quality that a viewer has chosen is not left for the engine’s choice', async () => {
  expect(await preferred(['av01'], { automatic: false })).toMatchObject({ level: -1, codecs: ['av01'] });
});
