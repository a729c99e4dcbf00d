// @module-tag thorough
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;

/** Runs a command, by default in the project's folder, and returns its output. */
function run(command: string, args: readonly string[], cwd = folder): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-package-'));
  const built = join(folder, 'built');
  run(process.execPath, ['.build/build-package.mjs', built], resolve('.'));
  const archive = run('npm', ['pack', '--silent', '--pack-destination', folder], built).trim();
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  run('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', '--no-save', join(folder, archive)]);
  // Packages that a React project has besides the client.
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['react', 'react-dom', '@types/react', '@types/react-dom'])
    await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const STRICT = [
  '--strict',
  '--exactOptionalPropertyTypes',
  '--noUncheckedIndexedAccess',
  '--noPropertyAccessFromIndexSignature',
  '--isolatedModules',
];

/** Compiles a page author's file under strict rules, declaration files included, and returns the compiler's messages. */
async function compile(source: string, module = 'nodenext', file = 'page.ts'): Promise<string> {
  await writeFile(join(folder, file), source);
  const resolution = module === 'bundler' ? ['--module', 'esnext', '--moduleResolution', module] : ['--module', module];
  const rest = ['--noEmit', '--skipLibCheck', 'false', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'];
  const { stdout } = spawnSync(
    process.execPath,
    [
      resolve('node_modules/typescript/bin/tsc'),
      ...STRICT,
      ...rest,
      ...resolution,
      '--jsx',
      'react-jsx',
      '--types',
      '',
      file,
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  return stdout;
}

const EVERYTHING = `
  import { createPlayer, OrielError, wireVersion, type HostErrorCode, type OrielPlayer } from 'oriel-client';
  import { OrielPlayerElement, createPlayer as same } from 'oriel-client/element';
  import { OrielPlayer as Component, type OrielPlayerProps } from 'oriel-client/react';
  import 'oriel-client/script-api';
  import { useRef } from 'react';

  export const make = (): Promise<OrielPlayer> => createPlayer('#spot', { host: 'https://videos.example', pauseOthers: true });
  export async function drive(player: OrielPlayer): Promise<void> {
    player.on('timeupdate', ({ currentTime }) => console.log(currentTime + 1), { intervalMs: 50 });
    player.on('error', ({ code, error }) => {
      const known: HostErrorCode = code;
      console.log(known, error instanceof OrielError && error.retryable, error.reason?.length, wireVersion.length);
    });
  }
  const element = document.createElement('oriel-player');
  element.videoId = 'orieldemo01';
  element.start = null;
  element.addEventListener('volumechange', ({ detail }) => console.log(detail.volume + 1, !detail.muted));
  element.addEventListener('error', function ({ detail }) { console.log(detail.code, detail.error.code, this.paused); });
  element.addEventListener('click', (event) => console.log(event.clientX));
  element.player?.setCaptions('en').catch(() => undefined);
  const found: OrielPlayerElement | null = document.querySelector('oriel-player');
  console.log(found?.buffered.length, new OrielPlayerElement().duration, same === createPlayer, Oriel.wireVersion);

  export function Page({ title, ...rest }: OrielPlayerProps & { title: string }) {
    const player = useRef<OrielPlayerElement>(null);
    return (
      <>
        <Component {...rest} ref={player} title={title} videoId="orieldemo01" lite style={{ width: '100%' }}
          onTimeUpdate={({ detail }) => console.log(detail.currentTime, player.current?.player?.info.chapter?.title)} />
        <oriel-player video-id="orieldemo01" muted pause-others aria-label="x" />
      </>
    );
  }
`;

test.each([
  ['bundler', 'module'],
  ['node16', 'module'],
  ['nodenext', 'module'],
  ['node16', 'commonjs'],
  ['nodenext', 'commonjs'],
])('with resolution %s, a %s project compiles uses of the whole package under strict rules', async (module, type) => {
  await writeFile(join(folder, 'package.json'), `{ "type": "${type}" }`);
  expect(await compile(EVERYTHING, module, 'page.tsx')).toBe('');
});

const RENDER = `
  import { createElement } from 'react';
  import { renderToString } from 'react-dom/server';
  import { OrielPlayer } from 'oriel-client/react';
  import * as element from 'oriel-client/element';
  import * as client from 'oriel-client';
  const props = { videoId: 'orieldemo01', lite: true, start: 3, controls: false, className: 'video', onReady() {} };
  console.log(renderToString(createElement(OrielPlayer, props, 'Video')));
  console.log(element.OrielError === client.OrielError, typeof element.OrielPlayerElement);
`;

test.each([
  ['module', 'mjs', RENDER],
  [
    'commonjs',
    'cjs',
    RENDER.replaceAll(/import (.*) from '(.*)'/g, "const $1 = require('$2')").replaceAll('* as ', ''),
  ],
])('on a server, a %s script renders the React component and can import the element', async (_, extension, source) => {
  await writeFile(join(folder, `render.${extension}`), source);
  const [markup, rest] = run(process.execPath, [`render.${extension}`])
    .trim()
    .split('\n');
  expect(markup).toBe(
    '<oriel-player video-id="orieldemo01" start="3" controls="false" lite="" class="video">Video</oriel-player>',
  );
  expect(rest).toBe('true function');
});

test('the archive contains every file that its manifest names, and no source files', async () => {
  const installed = join(folder, 'node_modules/oriel-client');
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    exports: object;
    version: string;
  };
  const named = JSON.stringify(manifest.exports).match(/\.\/[\w./-]+(?=")/g) ?? [];
  const files = (await readdir(installed, { recursive: true })).map((file) => `./${file}`);
  const keys = Object.keys(manifest.exports);
  expect(files).toEqual(expect.arrayContaining(named.filter((path) => !keys.includes(path) || path.endsWith('.json'))));
  // Projects with `moduleResolution: node10`, and old bundlers, find an entry by its folder.
  const nested = JSON.parse(await readFile(join(installed, 'element/package.json'), 'utf8')) as Record<string, string>;
  const found = ['main', 'module', 'types'].map((key) => `./element/${nested[key]}`.replace('element/../', ''));
  expect(files).toEqual(expect.arrayContaining(found));
  // The page brings its own React, so the package has no third-party notices.
  expect(files).not.toContain('./third-party-notices.txt');
  expect(files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
});

test('a strict ES module project compiles uses of the promise client and its types', async () => {
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

test.each(['node16', 'nodenext'])(
  'a CommonJS project compiles uses of the promise client with --module %s, and Node loads the package',
  async (module) => {
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
  },
);

test('the types of oriel-client/script-api fit pages that load the script, and detect mistakes', async () => {
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  expect(
    await compile(`
      import type { HostPlayer } from 'oriel-client/script-api';
      const player: HostPlayer = new Oriel.Player('spot', {
        videoId: 'orieldemo01',
        playerVars: { autoplay: 1 },
        events: {
          onReady: ({ target }) => console.log(target.getDuration(), Oriel.version),
          onStateChange: ({ data }) => console.log(data.toFixed(1)),
        },
      });
      player.addEventListener('onVideoProgress', ({ data }) => console.log(data.toFixed(1)));
      player.seekTo(3, true).playVideo();
      if (player.getPlayerState() === Oriel.PlayerState.PLAYING) console.log(player.getVideoData().title.length);
    `),
  ).toBe('');
  const mistakes = await compile(`
    import 'oriel-client/script-api';
    const player = new Oriel.Player(7);
    new Oriel.Player('spot', { events: { onStateChange: 3 } });
    player.seekTo('soon');
    player.explode();
  `);
  expect(mistakes.match(/error TS/g)).toHaveLength(4);
});

test('the types of the package detect mistakes', async () => {
  const mistakes = await compile(`
    import { createPlayer } from 'oriel-client';
    const player = await createPlayer('#spot');
    player.on('explode', () => undefined);
    await player.seek('soon');
    const code: 'lost' = player.info.state;
  `);
  expect(mistakes.match(/error TS/g)).toHaveLength(3);
});
