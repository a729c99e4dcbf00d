import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readByHls, readByUs } from '../../../support/read-as-hls.ts';
import { CORPUS } from './playlist-corpus.ts';

const FILES = ['tests/media', 'src/provider/catalog/media'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.m3u8') ? join(folder, name) : [],
  ),
);

test.each(Object.entries(CORPUS))('a playlist is parsed like hls.js parses it: %s', (_, text) => {
  expect(readByUs(text)).toEqual(readByHls(text));
});

test('every playlist of the tests and the demo is parsed like hls.js parses it', () => {
  expect(FILES.length).toBeGreaterThan(30);
  for (const file of FILES) {
    const text = readFileSync(file, 'utf8');
    expect([file, readByUs(text)]).toEqual([file, readByHls(text)]);
  }
});
