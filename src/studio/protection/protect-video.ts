import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Random } from '../../../protocol/runtime/clock.ts';
import { readMediaPlaylist } from '../../../protocol/runtime/media/media-playlist.ts';
import { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { boxAt } from '../../provider/streams/mp4/boxes.ts';
import { tracksOf } from '../../provider/streams/mp4/tracks.ts';
import { IV_BYTES, protectInit } from './protect-init.ts';
import { protectSegment } from './protect-segment.ts';
import { BLOCK_BYTES, type ProtectionKey } from './protection-key.ts';

const PLAYLIST = 'index.m3u8';
const INIT = 'init.mp4';

/**
 * Encrypts a made video in place with a random key, which its description then holds for ClearKey. The plain file goes: it
 * would be the same video without protection.
 *
 * @param names Folders with a playlist each, below `folder`.
 */
export async function protectVideo(
  made: VideoFile,
  { folder, names, random }: { readonly folder: string; readonly names: readonly string[]; readonly random: Random },
): Promise<VideoFile> {
  const bytes = (count: number): Buffer => Buffer.from(random.bytes(count));
  const [keyId, key] = [bytes(BLOCK_BYTES), bytes(BLOCK_BYTES)];
  for (const name of names) await protectRendition(join(folder, name), { keyId, key }, () => bytes(IV_BYTES));
  for (const { url } of made.sources.progressive) await rm(join(folder, basename(url)), { force: true });
  return VideoFile.parse({
    ...made,
    sources: { ...made.sources, progressive: [] },
    drm: { 'org.w3.clearkey': { keys: { [keyId.toString('hex')]: key.toString('hex') } } },
  });
}

/** Beside the rendition, which is replaced as a whole: a run that is interrupted leaves no half of it. */
async function protectRendition(folder: string, keys: ProtectionKey, firstIv: () => Buffer): Promise<void> {
  const target = `${folder}.protected`;
  await rm(target, { recursive: true, force: true });
  await mkdir(target);
  const init = await readFile(join(folder, INIT));
  const tracks = tracksOf(boxAt(init, 'moov') ?? Buffer.alloc(0));
  const pictureTracks = new Set(tracks.flatMap(({ id, kind }) => (kind === 'video' ? [id] : [])));
  const protection = { ...keys, scheme: 'cenc', constantIv: Buffer.alloc(0), pictureTracks, firstIv } as const;
  const playlist = await readFile(join(folder, PLAYLIST), 'utf8');
  for (const { uri } of readMediaPlaylist(playlist).segments)
    await writeFile(join(target, uri), protectSegment(await readFile(join(folder, uri)), protection));
  await writeFile(join(target, INIT), protectInit(init, protection));
  await writeFile(join(target, PLAYLIST), playlist.replace(/^#EXT-X-MAP:.*$/m, `$&\n${keyTag(keys.keyId)}`));
  await rm(folder, { recursive: true });
  await rename(target, folder);
}

function keyTag(keyId: Buffer): string {
  const uri = `data:text/plain;base64,${keyId.toString('base64')}`;
  const attributes = ['METHOD=SAMPLE-AES-CTR', `URI="${uri}"`, `KEYID=0x${keyId.toString('hex')}`];
  return `#EXT-X-KEY:${attributes.join(',')},KEYFORMAT="org.w3.clearkey",KEYFORMATVERSIONS="1"`;
}
