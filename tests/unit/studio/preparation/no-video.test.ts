import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { whyNoVideo } from '../../../../src/studio/preparation/no-video.ts';
import { PreparationFault } from '../../../../src/studio/preparation-fault.ts';
import { probeVideo } from '../../../../src/studio/preparation/probe-video.ts';
import { runTool, type RunTool } from '../../../../src/studio/preparation/run-tool.ts';
import { findProgram } from '../../../support/cluster/programs.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

// Files that are not videos, and the reasons with which they are refused.

const hasFfmpeg = findProgram('ffmpeg') !== undefined;
const SUB_RIP = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';
const hex = (digits: string): Buffer => Buffer.concat([Buffer.from(digits, 'hex'), Buffer.alloc(64, 7)]);

async function faultOf(content: Buffer | string, run: RunTool): Promise<PreparationFault> {
  const path = join(await temporaryFolder(), 'film.mp4');
  await writeFile(path, content);
  const fault = await probeVideo(path, run).catch((error: unknown) => error);
  if (!(fault instanceof PreparationFault)) throw new Error('the file is taken for a video');
  return fault;
}

const neverRuns: RunTool = () => Promise.reject(new Error('nothing is to be run'));

test.each<readonly [string | Buffer, string]>([
  [hex('ffd8ffe0'), 'is a picture (JPEG), not a video. Give it with its video: --poster'],
  [hex('89504e470d0a1a0a'), 'is a picture (PNG)'],
  [hex('474946383961'), 'is a picture (GIF)'],
  [hex('474946383961').fill('NETSCAPE2.0', 20, 31), 'is an animation (GIF), not a video. Save it as MP4'],
  [hex('89504e470d0a1a0a').fill('acTL', 12, 16), 'is an animation (PNG), not a video. Save it as MP4'],
  [hex('524946460000000057454250'), 'is a picture (WebP)'],
  [hex('000000206674797068656963'), 'is a picture (HEIC or AVIF)'],
  [SUB_RIP, 'has captions (SubRip), not a video. Give it with its video: --captions'],
  [Buffer.from(`\uFEFF${SUB_RIP}`, 'utf16le'), 'has captions (SubRip)'],
  [`WEBVTT\n\n${SUB_RIP}`, 'has captions (WebVTT)'],
  ['[Script Info]\nTitle: x\n', 'has captions (SubStation Alpha)'],
  ['Dear Sir or Madam', 'is a text, not a video'],
  [hex('255044462d312e37'), 'is a PDF, not a video'],
  [hex('504b0304'), 'is an archive (ZIP), or a document in one'],
  [Buffer.alloc(1_000), 'holds zeros where a video begins: it was not copied whole'],
  [hex('0102030405'), 'its first bytes are of no kind of video or sound. Copy it again'],
  ['', 'is empty: 0 bytes. Copy it again.'],
])('file %# is refused by its content before any program opens it', async (content, reason) => {
  const { message, isOfFile } = await faultOf(content, neverRuns);
  expect(message).toContain(`film.mp4 ${reason}`.replace('film.mp4 its', 'its'));
  expect(isOfFile).toBe(true);
});

test.each([
  ['an HLS playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nsegment.ts\n'],
  ['an ffmpeg concat list', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
  ['an SDP session description', 'v=0\no=- 0 0 IN IP4 127.0.0.1\n'],
  ['a DASH manifest', '<?xml version="1.0"?><MPD></MPD>'],
])('%s named as a video is refused before any program opens it', async (_, content) => {
  expect((await faultOf(content, neverRuns)).message).toContain('film.mp4 is no video but a list of other files.');
});

test('a pipe is refused without blocking', async () => {
  const path = join(await temporaryFolder(), 'pipe.mp4');
  spawnSync('mkfifo', [path]);
  expect(await whyNoVideo(path, 'pipe.mp4')).toBe('pipe.mp4 is no ordinary file. Name the file of a video.');
});

const PICTURES = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=0.5'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=0.5'];

const FILES: readonly (readonly [name: string, ...source: string[]])[] = [
  ...['mp4', 'mov', 'mkv', 'webm', 'ts', 'm2ts', 'mpg', 'avi', 'flv', 'wmv', 'mxf', '3gp'].map(
    (kind) => [`video.${kind}`, ...PICTURES, ...(kind === '3gp' ? ['-c:v', 'mpeg4'] : [])] as const,
  ),
  ...['mp3', 'm4a', 'aac', 'wav', 'flac', 'ogg', 'opus', 'aiff', 'caf', 'wma'].map(
    (kind) => [`sound.${kind}`, ...SOUND] as const,
  ),
];

test.skipIf(!hasFfmpeg).each(FILES)('%s made by ffmpeg is accepted as a possible video', async (name, ...source) => {
  const path = join(await temporaryFolder(), name);
  await promisify(execFile)('ffmpeg', ['-loglevel', 'error', ...source, path]);
  expect(await whyNoVideo(path, name)).toBeUndefined();
});

/** A short video in MP4, with its index at the end as phones write it, or in front. */
async function video(...options: readonly string[]): Promise<Buffer> {
  const path = join(await temporaryFolder(), 'whole.mp4');
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=1'];
  await promisify(execFile)('ffmpeg', ['-loglevel', 'error', ...source, ...options, path]);
  return readFile(path);
}

const NO_INDEX = /^film\.mp4 has no index \(moov\).*it was not copied to its end, or the camera stopped.*untrunc/;

test.skipIf(!hasFfmpeg)('an MP4 cut off before or within its index is refused for its missing index', async () => {
  const atEnd = await video();
  const half = await faultOf(atEnd.subarray(0, atEnd.length * 0.7), runTool);
  expect([half.message, half.isOfFile]).toEqual([expect.stringMatching(NO_INDEX), true]);
  const inFront = await video('-movflags', '+faststart');
  const cut = await faultOf(inFront.subarray(0, inFront.indexOf('moov') + 200), runTool);
  expect(cut.message).toMatch(NO_INDEX);
});

test.skipIf(!hasFfmpeg)(
  'an encrypted video and a video with an unknown codec are refused with that reason',
  async () => {
    const key = '00112233445566778899aabbccddeeff';
    const encrypted = ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', key, '-encryption_kid', key];
    const fault = await faultOf(await video(...encrypted), runTool);
    expect([fault.message, fault.isOfFile]).toEqual([expect.stringContaining('film.mp4 is encrypted (DRM)'), true]);
    const text = (await video()).toString('latin1');
    const store = await faultOf(Buffer.from(text.replaceAll('avc1', 'drmi'), 'latin1'), runTool);
    expect(store.message).toContain('film.mp4 is encrypted (DRM)');
    const unknown = await faultOf(Buffer.from(text.replaceAll('avc1', 'zzz9'), 'latin1'), runTool);
    // Not a fault of the file: another ffmpeg may know the codec.
    expect([unknown.message, unknown.isOfFile]).toEqual([
      expect.stringContaining('is of a codec that this ffmpeg does not know (zzz9). Install a newer ffmpeg'),
      false,
    ]);
  },
);

test.skipIf(!hasFfmpeg)('a transport stream with scrambled packets is refused as encrypted', async () => {
  const bytes = await video('-f', 'mpegts');
  for (let at = 188 * 3; at < bytes.length; at += 188) bytes.writeUInt8(bytes.readUInt8(at + 3) | 0x80, at + 3);
  expect((await faultOf(bytes, runTool)).message).toContain('film.mp4 is encrypted (DRM)');
});
