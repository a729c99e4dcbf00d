import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { readPositions } from '../../../.build/source-positions.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SOURCE = `export interface Video {
  readonly seconds: number;
}

export function playAll(videos: readonly Video[]): number {
  return videos.map((video) => checked(video).seconds).length;
}

function checked(video: Video): Video {
  if (video.seconds < 0) throw new Error('too short');
  return video;
}
`;

/** Builds a script like the product's build; returns the folder with its map. */
async function buildScript(): Promise<{ folder: string; name: string }> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'videos.ts'), SOURCE);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      sourcemap: 'hidden',
      minify: true,
      outDir: 'out',
      rolldownOptions: { input: join(folder, 'videos.ts'), preserveEntrySignatures: 'strict' },
    },
  });
  const [name] = (await readdir(join(folder, 'out/assets'))).filter((file) => file.endsWith('.js'));
  return { folder: join(folder, 'out/assets'), name: name ?? '' };
}

test('a stack of a built script is mapped to the sources', async () => {
  const { folder, name } = await buildScript();
  const script = (await import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)) as {
    playAll(videos: readonly { seconds: number }[]): number;
  };
  let stack = '';
  try {
    script.playAll([{ seconds: -1 }]);
  } catch (error) {
    stack = (error as Error).stack ?? '';
  }
  const ours = stack.split('\n').filter((line) => line.includes(name));
  const reported = ours
    .join('\n')
    .replaceAll(/(?:file:\/\/)?\/[^\s()]*\/assets\//g, 'https://videos.example/player/assets/');
  expect(reported).toMatch(/https:\/\/videos\.example\/player\/assets\/videos-[\w-]+\.js:\d+:\d+/);
  const { text, unknown } = await readPositions(reported, ['/nowhere', folder]);
  expect(unknown).toEqual([]);
  expect(text).toMatch(/videos\.ts:10:\d+/);
  expect(text).toMatch(/videos\.ts:6:\d+/);
  expect(text).not.toContain('/assets/');
});

test('positions of a script without a map stay unchanged, and the script is reported once', async () => {
  const stack = 'at x (https://a.example/assets/old-1234.js:1:20)\nat y (https://a.example/iframe_api:2:3)\nat z';
  expect(await readPositions(`${stack}\n${stack}`, ['/nowhere'])).toEqual({
    text: `${stack}\n${stack}`,
    unknown: ['old-1234.js', 'iframe_api.js'],
  });
});
