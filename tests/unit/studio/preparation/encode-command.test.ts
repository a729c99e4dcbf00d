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

test('no filter of pictures counts from the first one that it gets: it may be the first after a change of size', () => {
  const command = picturesOf({ picture: { ...PICTURE, startSeconds: 2 } });
  expect(command).not.toMatch(/STARTPTS|tpad|fps=|\bN\b/);
});

test.each<readonly [string, Partial<Video>, number | undefined, string, string]>([
  ['at once', {}, undefined, 'PTS*TB+0.000000,0.0015),0,PTS*TB+0.000000+0.000000', ''],
  [
    'a little late, so that the first one is shown longer',
    { picture: { ...PICTURE, startSeconds: 0.2 } },
    undefined,
    'PTS*TB+-0.200000,0.0015),0,PTS*TB+-0.200000+0.200000',
    '',
  ],
  [
    'late, behind a head that is made apart',
    { picture: { ...PICTURE, startSeconds: 2 } },
    undefined,
    'PTS*TB+-2.000000,0.0015),0,PTS*TB+-2.000000+0.000000',
    '-output_ts_offset 2.000000',
  ],
  [
    'in the middle, where a run was interrupted, by ticks of the file of 40 ms',
    { picture: { ...PICTURE, tickSeconds: 0.04 } },
    10,
    'PTS*TB+0.000000,0.0015)',
    '-ss 9.980000',
  ],
  [
    'in the middle, by ticks of a millisecond',
    { picture: { ...PICTURE, tickSeconds: 0.001 } },
    10,
    'PTS*TB+-0.020000,0.0015)',
    '-output_ts_offset 10.000000',
  ],
])('pictures begin %s', (_, video, from, time, option) => {
  const command = picturesOf(video, from);
  expect(command).toContain(time);
  expect(command).toContain(option);
});

test('sound is made one kind before its gaps are filled, by a run whose filters are never made again', () => {
  const { feed = [], args } = soundCommand(SOUND, { video: makeVideo(), copies: false }, 'audio');
  expect(feed.join(' ')).not.toMatch(/first_pts|async/);
  expect(feed).toContain('pipe:1');
  expect(args.join(' ')).toContain('-i pipe:0 -af aresample=48000:async=1:min_hard_comp=0.01:first_pts=0');
});

test('where times of sound are counted wrongly, the clock of the file counts, for pictures and sound', () => {
  const video = makeVideo({ isWronglyCounted: true, beginSeconds: 1.4, originSeconds: 0.1 });
  const pictures = pictureCommand({ video, renditions: [RENDITION], stillPath: null, copies: false }).join(' ');
  expect(pictures).toMatch(/-copyts -i .*PTS\*TB\+-1\.500000/);
  const { feed = [] } = soundCommand(SOUND, { video, copies: false }, 'audio');
  expect(feed.join(' ')).toMatch(/^-copyts -fflags nofillin -i .*asetpts=PTS-1\.500000\/TB/);
});

test('pictures of another shape than the first keep it, between edges', () => {
  expect(scaleFilters(RENDITION)).toBe(
    "scale=w='if(lt(abs(dar*36/64-1),0.1111),64,max(2,min(64,2*round(36*dar/2))))':h='if(lt(abs(dar*36/64-1),0.1111),36,max(2,min(36,2*round(64/dar/2))))':flags=bicubic:eval=frame,pad=64:36:-1:-1:eval=frame,setsar=1",
  );
});

test('a lower quality of a fast video has the first picture of each step, counted from its time', () => {
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
