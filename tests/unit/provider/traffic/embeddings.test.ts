import { expect, test } from 'vitest';
import { Embeddings } from '../../../../src/provider/traffic/embeddings.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const HOUR_MS = 3_600_000;

test('a file requested by an address counts for the site of the latest watched video that the file may belong to', () => {
  const embeddings = new Embeddings(createFakeClock());
  embeddings.add('a', { videoId: 'one', embedder: 'https://school.example' });
  embeddings.add('a', { videoId: 'two', embedder: undefined });
  embeddings.add('b', { videoId: 'one', embedder: 'null' });
  expect(embeddings.find('a', ['one', 'three'])?.embedder).toBe('https://school.example');
  expect(embeddings.find('a', ['one', 'two'])?.videoId).toBe('two');
  expect(embeddings.find('a', [])?.videoId).toBe('two');
  expect(embeddings.find('b', ['two'])).toBeUndefined();
  expect(embeddings.find('c', [])).toBeUndefined();
});

test('an address without requests is forgotten after hours, and an address that keeps playing is not', async () => {
  const clock = createFakeClock();
  const embeddings = new Embeddings(clock);
  for (const address of ['gone', 'there'])
    embeddings.add(address, { videoId: 'one', embedder: 'https://school.example' });
  for (let hours = 0; hours < 7; hours++) {
    await clock.advance(HOUR_MS);
    embeddings.forgetOld();
    expect(embeddings.find('there', ['one'])).toBeDefined();
  }
  expect(embeddings.find('gone', ['one'])).toBeUndefined();
});

test('videos and sites that a client makes up are bounded in number and length', () => {
  const embeddings = new Embeddings(createFakeClock());
  for (let index = 0; index < 30; index++)
    embeddings.add('a', { videoId: `video-${index}`, embedder: `https://${'x'.repeat(5_000)}.example` });
  expect(embeddings.find('a', ['video-0'])).toBeUndefined();
  expect(embeddings.find('a', ['video-29'])?.embedder).toHaveLength(200);
});
