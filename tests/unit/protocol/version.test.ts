import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { VERSION } from '../../../protocol/version.ts';

test('VERSION equals the version in package.json', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  expect(VERSION).toBe(version);
});
