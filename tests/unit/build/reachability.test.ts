import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findUnreached, type ReachabilityOptions } from '../../../.ci/reachability/find-unreached.mjs';

const CACHE = resolve(import.meta.dirname, '../../../node_modules/.cache');
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    jsx: 'react-jsx',
    lib: ['ES2023', 'DOM'],
    types: [],
  },
  include: ['**/*'],
};

/** Names of what is not reached in a project of these files, whose tests are in `tests`. */
async function unreachedIn(files: Readonly<Record<string, string>>, options: Partial<ReachabilityOptions> = {}) {
  await mkdir(CACHE, { recursive: true });
  // Inside the repository, so that packages are found.
  const root = await mkdtemp(join(CACHE, 'reachability-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ ...files, 'tsconfig.json': JSON.stringify(TSCONFIG) })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return findUnreached({
    root,
    project: 'tsconfig.json',
    isProduct: (path) => !path.startsWith('tests/'),
    entries: ['main.ts'],
    ...options,
  });
}

async function namesIn(files: Readonly<Record<string, string>>, options: Partial<ReachabilityOptions> = {}) {
  return (await unreachedIn(files, options)).map(({ name }) => name).sort();
}

test('a method that only a test calls is listed with the test, and one without callers without', async () => {
  const files = {
    'queue.ts': `export class Queue {
      #count = 0;
      add(): void { this.#count += 1; }
      get count(): number { return this.#count; }
      clear(): void { this.#count = 0; }
    }`,
    'main.ts': `import { Queue } from './queue.ts';\nnew Queue().add();`,
    'tests/queue.test.ts': `import { Queue } from '../queue.ts';\nnew Queue().count;`,
  };
  expect(await unreachedIn(files)).toEqual([
    { place: 'queue.ts:4', name: 'Queue.count', calledAt: ['tests/queue.test.ts:2'] },
    { place: 'queue.ts:5', name: 'Queue.clear', calledAt: [] },
  ]);
});

test('an exported function that only tests call is listed, with all that only it calls', async () => {
  const files = {
    'parts.ts': `
      export const used = (): number => 1;
      export function tested(): number { return new Helper().help(); }
      export class Helper { help(): number { return used(); } }`,
    'main.ts': `import { used } from './parts.ts';\nused();`,
    'tests/parts.test.ts': `import { tested } from '../parts.ts';\ntested();`,
  };
  expect(await namesIn(files)).toEqual(['Helper', 'Helper.help', 'tested']);
});

test('a method that is called through an interface, an own type or a picked one is reached', async () => {
  const files = {
    'parts.ts': `
      export interface Stoppable { stop(): void; }
      export interface Store<Value> { read(): Value; }
      export class Named implements Stoppable { stop(): void {} }
      export class Unnamed { start(): void {} idle(): void {} }
      export class Typed { read(): string { return ''; } }
      export class Picked { show(): void {} hide(): void {} }
      export const stop = (part: Stoppable): void => part.stop();
      export const start = (part: { start(): void }): void => part.start();
      export const read = <Value>(store: Store<Value>): Value => store.read();
      export const show = ({ show }: Pick<Picked, 'show'>): void => show();`,
    'main.ts': `
      import { Named, Picked, read, show, start, stop, Typed, Unnamed } from './parts.ts';
      stop(new Named());
      start(new Unnamed());
      read(new Typed());
      show(new Picked());`,
  };
  expect(await namesIn(files)).toEqual(['Picked.hide', 'Unnamed.idle']);
});

test('a member of an interface that only its implementation and tests name is listed with the implementation', async () => {
  const files = {
    'parts.ts': `
      export interface Player { play(): void; stop(): void; readonly onEnd?: () => void; readonly title: string; }
      export class VideoPlayer implements Player { title = ''; play(): void {} stop(): void {} }`,
    'main.ts': `
      import { VideoPlayer, type Player } from './parts.ts';
      const player: Player = new VideoPlayer();
      player.play();
      console.log(player.title);`,
  };
  expect(await namesIn(files)).toEqual(['Player.onEnd', 'Player.stop', 'VideoPlayer.stop']);
});

test('a method is reached through a Comlink proxy that calls it, and not by being exposed', async () => {
  const files = {
    'api.ts': `export interface Api { call(): Promise<string>; forgotten(): Promise<string>; }`,
    'worker.ts': `
      import { expose } from 'comlink';
      import type { Api } from './api.ts';
      class Service implements Api {
        async call(): Promise<string> { return ''; }
        async forgotten(): Promise<string> { return ''; }
      }
      expose(new Service());`,
    'main.ts': `
      import { releaseProxy, wrap } from 'comlink';
      import type { Api } from './api.ts';
      const remote = wrap<Api>(new Worker('worker.js'));
      void remote.call().then(() => remote[releaseProxy]());`,
  };
  expect(await namesIn(files)).toEqual(['Api.forgotten', 'Service.forgotten']);
});

test('code that libraries call is reached: the life of a React class component, an interface of a package, the language', async () => {
  const files = {
    'boundary.tsx': `
      import { Component, type ReactNode } from 'react';
      export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
        static getDerivedStateFromError(): { failed: boolean } { return { failed: true }; }
        override state = { failed: false };
        override componentDidCatch(): void {}
        override render(): ReactNode { return this.state.failed ? null : this.props.children; }
        reset(): void {}
      }
      export const root = <Boundary>text</Boundary>;`,
    'main.ts': `
      import { root } from './boundary.tsx';
      class Lines implements EventListenerObject, Iterable<string> {
        handleEvent(): void {}
        *[Symbol.iterator](): IterableIterator<string> {}
        toJSON(): string { return ''; }
      }
      console.log(root, JSON.stringify([...new Lines()]));`,
  };
  expect(await namesIn(files)).toEqual(['Boundary.reset']);
});

test('an export of an entry is called by strangers, with the members of its types', async () => {
  const files = {
    'player.ts': `
      export interface HostPlayer { play(): void; }
      export class Player implements HostPlayer { play(): void {} inner(): void {} }`,
    'main.ts': `
      import { Player, type HostPlayer } from './player.ts';
      export type { HostPlayer } from './player.ts';
      export const createPlayer = (): HostPlayer => new Player();`,
  };
  expect(await namesIn(files)).toEqual(['Player.inner']);
  expect(await namesIn(files, { entries: [] })).toEqual([
    'HostPlayer.play',
    'Player',
    'Player.inner',
    'Player.play',
    'createPlayer',
  ]);
  const declared = { entries: [], calledFromOutside: [{ file: 'player.ts', name: 'Player' }] };
  expect(await namesIn(files, declared)).toEqual(['HostPlayer.play', 'createPlayer']);
});

test('a declaration of what strangers call that names nothing is an error', async () => {
  const calledFromOutside = [{ file: 'main.ts', name: 'Gone' }];
  await expect(unreachedIn({ 'main.ts': 'export {};' }, { calledFromOutside })).rejects.toThrow('main.ts has no Gone');
});

test('options that are spread, destructured or taken by a computed key are reached', async () => {
  const files = {
    'main.ts': `
      interface Outer { readonly onSpread: () => void; readonly onTaken: () => void; readonly onNothing: () => void; }
      interface Inner { readonly onSpread: () => void; readonly more: number; }
      const inner = ({ onSpread }: Inner): void => onSpread();
      const outer = (options: Outer): void => { inner({ ...options, more: 1 }); const { onTaken } = options; onTaken(); };
      const log = (): void => {};
      outer({ onSpread: log, onTaken: log, onNothing: log });
      class Keys { first(): void {} second(): void {} third(): void {} }
      const call = (keys: Keys, name: 'first' | 'second'): void => keys[name]();
      call(new Keys(), 'first');`,
  };
  expect(await namesIn(files)).toEqual(['Keys.third', 'Outer.onNothing']);
});
