import { expect, test } from 'vitest';
import { pictureCommand, scaleFilters } from '../../../../src/studio/preparation/encode-command.ts';
import type { Rendition } from '../../../../src/studio/preparation/renditions.ts';
import { soundCommand } from '../../../../src/studio/preparation/sound-command.ts';
import type { Video } from '../../../../src/studio/preparation/source-video.ts';
import { makeVideo, PICTURE, SOUND } from './support.ts';

const RENDITION: Rendition = { name: 'v36', codec: 'h264', width: 64, height: 36, maxKilobits: 300 };

const picturesOf = (video: Partial<Video>, fromSeconds?: number): string =>
  pictureCommand({
    ...{ video: makeVideo(video), renditions: [RENDITION], stillPath: null, copies: false },
    from: fromSeconds === undefined ? undefined : { seconds: fromSeconds, framesPerSecond: 25 },
  }).join(' ');

test('no picture filter counts from its first picture, because ffmpeg makes filters again at a change of size', () => {
  const command = picturesOf({ picture: { ...PICTURE, startSeconds: 2 } });
  expect(command).not.toMatch(/STARTPTS|tpad|fps=|\bN\b/);
});

test.each<readonly [string, Partial<Video>, number | undefined, string, string]>([
  ['at the start', {}, undefined, 'PTS*TB+0.000000,0.0015),0,PTS*TB+0.000000+0.000000', ''],
  [
    'slightly late, so that the first picture is shown longer',
    { picture: { ...PICTURE, startSeconds: 0.2 } },
    undefined,
    'PTS*TB+-0.200000,0.0015),0,PTS*TB+-0.200000+0.200000',
    '',
  ],
  [
    'late, after a separately encoded head',
    { picture: { ...PICTURE, startSeconds: 2 } },
    undefined,
    'PTS*TB+-2.000000,0.0015),0,PTS*TB+-2.000000+0.000000',
    '-output_ts_offset 2.000000',
  ],
  [
    'in the middle, after an interrupted run, with file ticks of 40 ms',
    { picture: { ...PICTURE, tickSeconds: 0.04 } },
    10,
    'PTS*TB+0.000000,0.0015)',
    '-ss 9.980000',
  ],
  [
    'in the middle, with file ticks of a millisecond',
    { picture: { ...PICTURE, tickSeconds: 0.001 } },
    10,
    'PTS*TB+-0.020000,0.0015)',
    '-output_ts_offset 10.000000',
  ],
])('the command encodes pictures that begin %s', (_, video, from, time, option) => {
  const command = picturesOf(video, from);
  expect(command).toContain(time);
  expect(command).toContain(option);
});

test('sound is converted to one format by a first ffmpeg, and its gaps are filled by a second ffmpeg', () => {
  const { feed = [], args } = soundCommand(SOUND, { video: makeVideo(), copies: false }, 'audio');
  expect(feed.join(' ')).not.toMatch(/first_pts|async/);
  expect(feed).toContain('pipe:1');
  expect(args.join(' ')).toContain('-i pipe:0 -af aresample=48000:async=1:min_hard_comp=0.01:first_pts=0');
});

test('if the times of sound are counted wrongly, pictures and sound are timed by the clock of the file', () => {
  const video = makeVideo({ isWronglyCounted: true, beginSeconds: 1.4, originSeconds: 0.1 });
  const pictures = pictureCommand({ video, renditions: [RENDITION], stillPath: null, copies: false }).join(' ');
  expect(pictures).toMatch(/-copyts -i .*PTS\*TB\+-1\.500000/);
  const { feed = [] } = soundCommand(SOUND, { video, copies: false }, 'audio');
  expect(feed.join(' ')).toMatch(/^-copyts -fflags nofillin -i .*asetpts=PTS-1\.500000\/TB/);
});

test('pictures of another shape than the first keep their shape, with padding', () => {
  expect(scaleFilters(RENDITION)).toBe(
    "scale=w='if(lt(abs(dar*36/64-1),0.1111),64,max(2,min(64,2*round(36*dar/2))))':h='if(lt(abs(dar*36/64-1),0.1111),36,max(2,min(36,2*round(64/dar/2))))':flags=bicubic:eval=frame,pad=64:36:-1:-1:eval=frame,setsar=1",
  );
});

test('a lower quality of a video with a high frame rate keeps the first picture of each time step', () => {
  const command = pictureCommand({
    ...{
      video: makeVideo(),
      renditions: [
        { ...RENDITION, framesPerSecondMax: 60 },
        { ...RENDITION, name: 'v72' },
      ],
    },
    ...{ stillPath: null, copies: false },
  }).join(' ');
  expect(command.match(/prev_selected_t/g)).toHaveLength(3);
  expect(command).toContain(
    "[sv36]select='isnan(prev_selected_t)+gt(floor(t/2)*1000+floor(mod(t,2)*60.000000+0.05),floor(prev_selected_t/2)*1000",
  );
});
