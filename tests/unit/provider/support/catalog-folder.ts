import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { configureSchemas } from '../../../../src/provider/schema-configuration.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { CATALOG_FOLDER } from './test-provider.ts';

configureSchemas();

/** A description of the demo video. */
export const VIDEO = {
  id: 'testvideo01',
  title: 'A test',
  author: 'Tester',
  channelId: 'tests',
  lengthSeconds: 28,
  width: 1280,
  height: 720,
  sources: { hls: 'demo/master.m3u8' },
};

/** Creates a catalog folder with these files and a copy of the demo media; returns its path. */
export async function catalogWith(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await temporaryFolder();
  await cp(join(CATALOG_FOLDER, 'media/demo'), join(folder, 'media/demo'), {
    recursive: true,
    /** Copies only the first segments, because the catalog does not check later segments. */
    filter: (path) => !/(?:0[01][1-9]|010)\.m4s$|progressive|\.avif$/.test(path),
  });
  await writeFiles(folder, files);
  return folder;
}

export async function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** A media playlist of segments that last four seconds each. */
export function mediaPlaylist(init: string, ...segments: string[]): string {
  const parts = segments.flatMap((segment) => ['#EXTINF:4.0,', segment]);
  return ['#EXTM3U', '#EXT-X-TARGETDURATION:4', `#EXT-X-MAP:URI="${init}"`, ...parts, '#EXT-X-ENDLIST', ''].join('\n');
}
