import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VIDEOS } from './script/videos.ts';

const SHIPPED = 'src/provider/catalog';
const DEPENDENT_FOLDER = 'dependent';

export interface StormCatalog {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Copies the shipped catalog and adds the demo video again, with playlists that do not declare its segments independent. */
export async function makeStormCatalog(): Promise<StormCatalog> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-storm-'));
  await cp(SHIPPED, folder, { recursive: true });
  const media = join(folder, 'media', DEPENDENT_FOLDER);
  await cp(join(SHIPPED, 'media/demo'), media, { recursive: true });
  for (const name of await readdir(media, { recursive: true }))
    if (name.endsWith('.m3u8')) await dropTag(join(media, name), '#EXT-X-INDEPENDENT-SEGMENTS');
  const { videoId, lengthSeconds } = VIDEOS.dependent;
  const description = {
    id: videoId,
    title: 'Four small worlds, dependent',
    author: 'Tests',
    channelId: 'tests',
    lengthSeconds,
    width: 1_280,
    height: 720,
    sources: { hls: `${DEPENDENT_FOLDER}/master.m3u8` },
  };
  await writeFile(join(folder, 'videos', `${videoId}.json`), JSON.stringify(description));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function dropTag(path: string, tag: string): Promise<void> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, lines.filter((line) => line.trim() !== tag).join('\n'));
}
