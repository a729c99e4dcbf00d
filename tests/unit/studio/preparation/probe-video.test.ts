import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PreparationFault } from '../../../../src/studio/preparation-fault.ts';
import { probeVideo } from '../../../../src/studio/preparation/probe-video.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function fileOf(text = '\0\0\0\u0018ftypisom'): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'film.mp4'), text);
  return join(folder, 'film.mp4');
}

const VIDEO = { index: 0, codec_type: 'video', codec_name: 'h264', width: 1920, height: 1080, pix_fmt: 'yuv420p' };
const AUDIO = { index: 1, codec_type: 'audio', codec_name: 'aac', channels: 6 };
const FORMAT = { duration: '12.5' };

/** Probes a file with an ffprobe that prints this description. */
const probe = async (found: object) =>
  probeVideo(await fileOf('OggS\0'), (_, { onLine }) => {
    for (const line of JSON.stringify(found, undefined, 1).split('\n')) onLine?.(line);
    return Promise.resolve();
  });

test('the probe of a video reads picture, sound, subtitles, chapters and title', async () => {
  const video = await probe({
    streams: [
      { ...VIDEO, avg_frame_rate: '30000/1001', sample_aspect_ratio: '1:1' },
      AUDIO,
      { index: 2, codec_type: 'subtitle', codec_name: 'mov_text', tags: { language: 'deu' } },
      { index: 3, codec_type: 'subtitle', codec_name: 'hdmv_pgs_subtitle' },
      { index: 4, codec_type: 'data' },
    ],
    format: { ...FORMAT, tags: { TITLE: ' A\nvideo\u0000 "<b>" ' } },
    chapters: [{ start_time: '0.000000', tags: { title: 'One' } }, { start_time: '5.5' }],
  });
  expect(video).toMatchObject({
    lengthSeconds: 12.5,
    picture: {
      width: 1920,
      height: 1080,
      codec: 'h264',
      isPlain: true,
      colours: { isHighDynamicRange: false, matrix: 'bt709' },
    },
    sounds: [{ codec: 'aac', channels: 6 }],
    subtitles: [{ index: 2, languageCode: 'de' }],
    chapters: [{ title: 'One', startSeconds: 0 }],
    title: 'A video "<b>"',
    coverIndex: null,
    isSpherical: false,
  });
  expect(video.picture?.framesPerSecond).toBeCloseTo(29.97, 2);
});

test.each(['hls', 'concat', 'dash'])('a file of format %s is refused: it names other files', async (format_name) => {
  const found = probe({ streams: [VIDEO, AUDIO], format: { ...FORMAT, format_name } });
  await expect(found).rejects.toThrow('film.mp4 is no video but a list of other files. Join them into one file first.');
});

test.each([
  ['rotated by 90 degrees', { side_data_list: [{ rotation: -90 }] }, [1080, 1920]],
  ['rotated by 180 degrees', { side_data_list: [{ rotation: 180 }] }, [1920, 1080]],
  ['with pixels that are not square', { width: 720, height: 576, sample_aspect_ratio: '64:45' }, [1024, 576]],
  ['without a sample aspect ratio', { sample_aspect_ratio: '0:1' }, [1920, 1080]],
] as const)('the probe of a picture %s returns the size in which it is shown', async (_, more, size) => {
  const { picture } = await probe({ streams: [{ ...VIDEO, ...more }], format: FORMAT });
  expect([picture?.width, picture?.height]).toEqual(size);
});

test('high dynamic range, 10-bit colours and 360° video are recognised', async () => {
  const { picture, isSpherical } = await probe({
    streams: [
      {
        ...VIDEO,
        pix_fmt: 'yuv420p10le',
        color_transfer: 'smpte2084',
        side_data_list: [{ side_data_type: 'Spherical Mapping', projection: 'equirectangular' }],
      },
    ],
    format: FORMAT,
  });
  expect([picture?.isPlain, picture?.colours.isHighDynamicRange, isSpherical]).toEqual([false, true, true]);
});

test.each([
  ['neither picture nor sound', { streams: [{ index: 0, codec_type: 'data' }], format: FORMAT }],
  ['nothing that lasts', { streams: [VIDEO], format: { duration: 'N/A' } }],
  ['does not say how large its picture is', { streams: [{ ...VIDEO, width: 0 }], format: FORMAT }],
])('a file is refused with the reason: %s', async (reason, found) => {
  const refused = probe(found);
  await expect(refused).rejects.toThrow(PreparationFault);
  await expect(refused).rejects.toThrow(reason);
});

/** Probes a file with an ffprobe that also prints these packets, and a warning. */
const probePackets = async (
  found: object,
  packets: readonly string[],
  { warning = '', onProgress }: { warning?: string; onProgress?: (share: number) => void } = {},
) =>
  probeVideo(
    await fileOf('OggS\0'),
    (_, { args, onLine, onErrorLine }) => {
      const isOfPackets = args.some((arg) => arg.startsWith('packet='));
      if (args.includes('warning')) onErrorLine?.(warning);
      for (const line of isOfPackets ? packets : JSON.stringify(found).split('\n')) onLine?.(line);
      return Promise.resolve();
    },
    undefined,
    onProgress,
  );

test('a recording without a declared length gets its length from its packets, with progress', async () => {
  const shares: number[] = [];
  const packets = ['0,0.5,0.5,0.04,90,1,K_', '1,0,0,0.02,9,2,K_', '0,7.46,7.46,0.04,90,4,__', '1,7.4,7.4,0.02,9,5,K_'];
  const video = await probePackets({ streams: [VIDEO, AUDIO], format: {} }, packets, {
    onProgress: (share) => shares.push(share),
  });
  expect(video).toMatchObject({ lengthSeconds: 7.5, originSeconds: 0, picture: { startSeconds: 0.5 } });
  expect(shares).toEqual([0.2, 0.4, 0.8, 1]);
});

test.each([
  ['is too long', '98.186', '[mp3 @ 0x1] Estimating duration from bitrate, this may be inaccurate', null],
  ['is too short', '3.1', '[aac @ 0x1] Estimating duration from bitrate, this may be inaccurate', null],
  ['is right, but the file was cut off', '98.186', '', 98.186],
])('a file gets the length of its packets if its declared length %s', async (_, duration, warning, declaredSeconds) => {
  const sound = { ...AUDIO, index: 0 };
  const packets = ['0,0,0,0.5,90,1,K_', '0,6,6,0.5,90,4,K_'];
  const video = await probePackets({ streams: [sound], format: { duration } }, packets, { warning });
  expect(video).toMatchObject({ lengthSeconds: 6.5, declaredSeconds });
});

test('the pictures of a broadcast start at its first key frame, and its length comes from its packets', async () => {
  const format = { format_name: 'mpegts', duration: '7206', start_time: '1' };
  const packets = ['0,1,1,0.04,90,1,__', '0,1.4,1.4,0.04,90,1,K_', '1,1.2,1.2,0.02,9,2,K_', '0,3.96,3.96,0.04,90,4,__'];
  expect(await probePackets({ streams: [VIDEO, AUDIO], format }, packets)).toMatchObject({
    ...{
      lengthSeconds: 3,
      beginSeconds: 1,
      picture: { startSeconds: expect.closeTo(0.2, 6) },
      sounds: [{ startSeconds: 0 }],
    },
  });
});

test('sound of another program of a broadcast is left out, with a remark', async () => {
  const streams = [VIDEO, AUDIO, { ...VIDEO, index: 2 }, { ...AUDIO, index: 3 }];
  const programs = [{ streams: [{ index: 0 }, { index: 1 }] }, { streams: [{ index: 2 }, { index: 3 }] }];
  const { sounds, remarks } = await probe({ streams, programs, format: FORMAT });
  expect([sounds.map(({ index }) => index), remarks]).toEqual([[1], [expect.stringContaining('has 2 programs')]]);
});

test('a missing, an empty and an unreadable file are refused with different reasons', async () => {
  const fails = () => Promise.reject(new PreparationFault('ffprobe ended with 1: Invalid data found'));
  await expect(probeVideo('/nowhere/film.mp4', fails)).rejects.toThrow('There is no file /nowhere/film.mp4.');
  await expect(probeVideo(await fileOf(''), fails)).rejects.toThrow('film.mp4 is empty: 0 bytes.');
  await expect(probeVideo(await fileOf(), fails)).rejects.toThrow(
    'film.mp4 has no index (moov): it was not copied to its end, or the camera stopped in the middle.',
  );
  await expect(probeVideo(await fileOf('OggS\0'), fails)).rejects.toThrow(
    'was not copied to its end. Copy it again (ffprobe ended with 1: Invalid data found).',
  );
});

/** Packets of sound whose times step back at each packet. */
const STEPPING = [0, 0.9, 1.8, 2.7].flatMap((packet) =>
  [0, 0.4, 0.8].map((time) => `1,${packet + time},${packet + time},0.4,90,1,K_`),
);
const ONE_CLOCK = ['0,0,0,0.04,90,1,K_', '0,0.04,0.04,3.46,90,1,__'];

test('a broadcast whose sound times step back is wrongly counted, and is refused as joined if its clock jumps as well', async () => {
  const format = { format_name: 'mpegts', start_time: '0' };
  const found = { streams: [VIDEO, AUDIO], format };
  expect(await probePackets(found, [...ONE_CLOCK, ...STEPPING])).toMatchObject({ isWronglyCounted: true });
  expect(await probePackets(found, [...ONE_CLOCK, ...STEPPING.slice(0, 3)])).toMatchObject({ isWronglyCounted: false });
  const jumping = probePackets(found, [...ONE_CLOCK, '0,99,99,0.04,90,1,K_', ...STEPPING]);
  await expect(jumping).rejects.toThrow('is joined of recordings of which each has its own clock');
});
