import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-package-'));
  await mkdir(join(folder, 'node_modules'));
  const built = spawnSync(process.execPath, ['.ci/build-package.mjs', join(folder, 'node_modules/oriel-client')], {
    encoding: 'utf8',
  });
  expect(built.status, built.stderr).toBe(0);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the compiler says of a page author's file, under strict rules and without our settings. */
async function compile(source: string): Promise<string> {
  await writeFile(join(folder, 'page.ts'), source);
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
  const { stdout } = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...options, 'page.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout;
}

test('the package compiles in a strict project, with types for everything it does', async () => {
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  expect(
    await compile(`
      import { createPlayer, OrielError, type OrielPlayer, type PlayerStateName } from 'oriel-client';
      const player: OrielPlayer = await createPlayer('#spot', { videoId: 'orieldemo01', host: 'https://videos.example' });
      player.on('volumechange', ({ volume, muted }) => console.log(volume + 1, !muted));
      for await (const state of player.states()) { const name: PlayerStateName = state; console.log(name); }
      await player.load({ playlist: ['a', 'b'], index: 1 });
      try { await player.play(); } catch (error) {
        if (error instanceof OrielError && error.code === 'blocked') console.log(error.hostCode);
      }
    `),
  ).toBe('');
});

test('its types find mistakes', async () => {
  const mistakes = await compile(`
    import { createPlayer } from 'oriel-client';
    const player = await createPlayer('#spot');
    player.on('explode', () => undefined);
    await player.seek('soon');
    const code: 'lost' = player.info.state;
  `);
  expect(mistakes.match(/error TS/g)).toHaveLength(3);
});
