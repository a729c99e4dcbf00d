import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-package-'));
  await mkdir(join(folder, 'node_modules'));
  const built = spawnSync(process.execPath, ['.build/build-package.mjs', join(folder, 'node_modules/oriel-client')], {
    encoding: 'utf8',
  });
  expect(built.status, built.stderr).toBe(0);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The compiler's messages for a page author's file, under strict rules and without our settings. */
async function compile(source: string, module = 'nodenext'): Promise<string> {
  await writeFile(join(folder, 'page.ts'), source);
  const options = ['--strict', '--noEmit', '--module', module, '--target', 'es2022', '--lib', 'es2022,dom'];
  const { stdout } = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...options, 'page.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout;
}

test('the package compiles in a strict project, with types for its whole API', async () => {
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  expect(
    await compile(`
      import { createPlayer, OrielError, type OrielPlayer, type PlayerStateName } from 'oriel-client';
      const player: OrielPlayer = await createPlayer('#spot', { videoId: 'orieldemo01', host: 'https://videos.example' });
      player.on('volumechange', ({ volume, muted }) => console.log(volume + 1, !muted));
      for await (const state of player.states()) { const name: PlayerStateName = state; console.log(name); }
      await player.load({ playlist: ['a', 'b'], index: 1 });
      try { await player.play(); } catch (error) {
        if (error instanceof OrielError && error.code === 'blocked') console.log(error.hostCode, error.range?.[0], error.fatal);
        player.addCuePoint(3, () => console.log(player.info.chapter?.title, player.info.fullscreen));
      }
    `),
  ).toBe('');
});

test.each(['node16', 'nodenext'])('a CommonJS project compiles it under %s, and loads it', async (module) => {
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }');
  expect(
    await compile(
      `
      import { createPlayer, OrielError, version, type OrielPlayer } from 'oriel-client';
      const make = async (): Promise<OrielPlayer> => createPlayer('#spot', { videoId: 'orieldemo01' });
      make().catch((error: unknown) => console.log(error instanceof OrielError && error.fatal, version.length));
    `,
      module,
    ),
  ).toBe('');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['-e', "const { createPlayer, version } = require('oriel-client'); console.log(typeof createPlayer, version)"],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(stdout, stderr).toMatch(/^function \d+\.\d+\.\d+\n$/);
});

test('pages that load the script have its types', async () => {
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  expect(
    await compile(`
      import type { HostPlayer } from 'oriel-client/script-api';
      const player: HostPlayer = new Oriel.Player('spot', {
        videoId: 'orieldemo01',
        playerVars: { autoplay: 1 },
        events: { onReady: ({ target }) => console.log(target, Oriel.version) },
      });
      player.seekTo(3, true).playVideo();
      if (player.getPlayerState() === Oriel.PlayerState.PLAYING) console.log(player.getVideoData().title.length);
    `),
  ).toBe('');
  const mistakes = await compile(`
    import 'oriel-client/script-api';
    const player = new Oriel.Player(7);
    player.seekTo('soon');
    player.explode();
  `);
  expect(mistakes.match(/error TS/g)).toHaveLength(3);
});

test('its types detect mistakes', async () => {
  const mistakes = await compile(`
    import { createPlayer } from 'oriel-client';
    const player = await createPlayer('#spot');
    player.on('explode', () => undefined);
    await player.seek('soon');
    const code: 'lost' = player.info.state;
  `);
  expect(mistakes.match(/error TS/g)).toHaveLength(3);
});
