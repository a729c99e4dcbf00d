import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../support/repository.ts';

const README = 'workers/infrastructure/README.md';
/** Folders of the two threads; other paths start at the root. */
const MAIN = 'src/page/infrastructure/';
const WORKER = 'workers/infrastructure/';
const FILES_MAX = 20;

/** The files of each step of the walk in the README; the first file is the subject of the step. */
const steps = readSteps();

function readSteps(): readonly (readonly string[])[] {
  const [, walk = ''] = textOf(README).split('## One event, from');
  const lines = walk.split('\n## ')[0]?.match(/^\d+\. .*(?:\n {4}.*)*/gm) ?? [];
  return lines.map((line) => Array.from(line.matchAll(/`([\w./-]+\.ts)`/g), ([, name = '']) => pathOf(name)));
}

/** The path of a file that the walk names: relative to either folder, or to the root. */
function pathOf(name: string): string {
  const found = [`${MAIN}${name}`, `${WORKER}${name}`, name].filter((path) => existsSync(path));
  return found.length === 1 ? (found[0] ?? '') : `not one file: ${name}`;
}

/** Whether one of two files imports or names the other. */
function areLinked(one: string, other: string): boolean {
  return textOf(one).includes(basename(other)) || textOf(other).includes(basename(one));
}

test('the README’s walk of an event names only existing files, at most 20', () => {
  const files = new Set(steps.flat());
  expect([...files].filter((path) => !existsSync(path))).toEqual([]);
  expect(steps.length).toBeGreaterThan(10);
  expect(files.size).toBeLessThanOrEqual(FILES_MAX);
});

test('in the README’s walk each further file of a step is linked to its first file by an import or a name', () => {
  const apart = steps.flatMap(([first = '', ...others]) => others.filter((other) => !areLinked(first, other)));
  expect(apart).toEqual([]);
});

test('in the README’s walk each step has a file that is linked to a file of the previous step by an import or a name', () => {
  const gaps = steps.slice(1).filter((step, index) => {
    const before = steps[index] ?? [];
    return !before.some((one) => step.some((other) => areLinked(one, other)));
  });
  expect(gaps).toEqual([]);
});
