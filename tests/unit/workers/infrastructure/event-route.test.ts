import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../support/repository.ts';

const README = 'workers/infrastructure/README.md';
/** Rooms of the two threads; other paths start at the root. */
const MAIN = 'src/page/infrastructure/';
const WORKER = 'workers/infrastructure/';
const FILES_MAX = 20;

/** The files of each step of the walk, first the one that the step is about. */
const steps = readSteps();

function readSteps(): readonly (readonly string[])[] {
  const [, walk = ''] = textOf(README).split('## One event, from');
  const lines = walk.split('\n## ')[0]?.match(/^\d+\. .*(?:\n {4}.*)*/gm) ?? [];
  return lines.map((line) => Array.from(line.matchAll(/`([\w./-]+\.ts)`/g), ([, name = '']) => pathOf(name)));
}

/** The walk begins on main; no file of the worker has the path of one of main. */
function pathOf(name: string): string {
  const found = [`${MAIN}${name}`, `${WORKER}${name}`, name].filter((path) => existsSync(path));
  return found.length === 1 ? (found[0] ?? '') : `not one file: ${name}`;
}

/** Whether one of them imports or names the other. */
function areLinked(one: string, other: string): boolean {
  return textOf(one).includes(basename(other)) || textOf(other).includes(basename(one));
}

test('the walk of an event names files that exist, and at most 20', () => {
  const files = new Set(steps.flat());
  expect([...files].filter((path) => !existsSync(path))).toEqual([]);
  expect(steps.length).toBeGreaterThan(10);
  expect(files.size).toBeLessThanOrEqual(FILES_MAX);
});

test('each file of the walk is one that its step imports or names', () => {
  const apart = steps.flatMap(([first = '', ...others]) => others.filter((other) => !areLinked(first, other)));
  expect(apart).toEqual([]);
});

test('each step of the walk has a file that the step before imports or names', () => {
  const gaps = steps.slice(1).filter((step, index) => {
    const before = steps[index] ?? [];
    return !before.some((one) => step.some((other) => areLinked(one, other)));
  });
  expect(gaps).toEqual([]);
});
