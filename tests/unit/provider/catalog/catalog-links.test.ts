import { expect, test } from 'vitest';
import { CatalogState } from '../../../../src/provider/catalog/catalog-state.ts';
import { CatalogReader } from '../../../../src/provider/catalog/loading/catalog-reader.ts';
import { EVERYTHING, loadCatalog } from '../support/load-catalog.ts';
import { catalogWith, VIDEO } from '../support/catalog-folder.ts';
import { unversioned } from '../support/unversioned.ts';

const OTHER = { ...VIDEO, id: 'othervideo1' };

/** Loads a catalog of two videos, the first with these fields. */
async function load(change: object) {
  const folder = await catalogWith({
    'videos/film.json': JSON.stringify({ ...VIDEO, ...change }, null, 2),
    'videos/other.json': OTHER,
  });
  const { videos, problems } = await loadCatalog(folder);
  return { video: videos.get('testvideo01'), problems };
}

const warning = (message: string) => ({ effect: 'warning', message: expect.stringContaining(message) as string });

test('an author written as a text is the author’s name, without links', async () => {
  const { video, problems } = await load({ author: 'Tester' });
  expect(problems).toEqual([]);
  expect(video).toMatchObject({ author: { name: 'Tester' }, related: [] });
  expect(video?.author).toStrictEqual({ name: 'Tester' });
  expect(video).not.toHaveProperty('pageUrl');
});

test('a description without author and channel loads, with an empty author name and channel id', async () => {
  const { video, problems } = await load({ author: undefined, channelId: undefined });
  expect(problems).toEqual([]);
  expect(video).toMatchObject({ author: { name: '' }, channelId: '' });
});

test.each([
  ['https://videos.example/watch/1?a=1#part', 'https://videos.example/watch/1?a=1#part'],
  ['http://videos.example', 'http://videos.example'],
  ['/', '/'],
  ['/watch/1?list=2', '/watch/1?list=2'],
])('the page address %s of an author and of a video is kept as it is written', async (url, kept) => {
  const { video, problems } = await load({ author: { name: 'Tester', url }, pageUrl: url });
  expect(problems).toEqual([]);
  expect(video).toMatchObject({ author: { name: 'Tester', url: kept }, pageUrl: kept });
});

test.each([
  ['demo/poster.jpg', '/media/demo/poster.jpg'],
  ['https://pictures.example/me.png', 'https://pictures.example/me.png'],
])('the picture %s of an author has the address %s', async (picture, address) => {
  const { video, problems } = await load({ author: { name: 'Tester', picture } });
  expect(problems).toEqual([]);
  expect(unversioned(video?.author)).toStrictEqual({ name: 'Tester', picture: address });
});

test('suggested videos keep the order of the description', async () => {
  const folder = await catalogWith({
    'videos/a.json': { ...VIDEO, related: ['thirdvideo1', 'othervideo1'] },
    'videos/b.json': OTHER,
    'videos/c.json': { ...VIDEO, id: 'thirdvideo1' },
  });
  const { videos, problems } = await loadCatalog(folder);
  expect(problems).toEqual([]);
  expect(videos.get('testvideo01')?.related).toEqual(['thirdvideo1', 'othervideo1']);
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://videos.example/',
  '//videos.example/',
  '/\\videos.example/',
  '/\t/videos.example/',
  'https://',
  'https://[/',
  'https://videos.example/a b',
  'watch/1',
  '',
])('the page address %j is a warning with a fix, and the video plays without it', async (url) => {
  const { video, problems } = await load({ author: { name: 'Tester', url }, pageUrl: url });
  expect(problems).toEqual([warning('videos/film.json:15: pageUrl: '), warning('videos/film.json:6: author.url: ')]);
  for (const { message } of problems) expect(message).toMatch(/: write .*\. It is left out$/);
  expect(video?.author).toStrictEqual({ name: 'Tester' });
  expect(video).not.toHaveProperty('pageUrl');
});

test('a page address of more than 2000 characters is a warning, since every page carries it', async () => {
  const pageUrl = `https://videos.example/${'x'.repeat(2_000)}`;
  const { video, problems } = await load({ pageUrl });
  expect(problems).toEqual([warning('pageUrl: has more than 2000 characters: write a shorter one. It is left out')]);
  expect(video).not.toHaveProperty('pageUrl');
});

test.each([
  ['demo/none.jpg', 'no such file: media/demo/none.jpg'],
  ['../secret.jpg', 'leads out of media/'],
  ['/srv/me.jpg', 'is an absolute path: write it relative to media/'],
  ['data:image/png;base64,AA==', 'is an address: here it has to be a file below media/'],
  ['javascript:alert(1)', 'is an address: here it has to be a file below media/'],
  ["https://pictures.example;script-src'*'/me.png", 'is no address that can be read'],
  ['demo', 'media/demo is a folder, not a file'],
])('the picture %s is a warning with its reason, and the video plays without it', async (picture, fault) => {
  const { video, problems } = await load({ author: { name: 'Tester', picture } });
  expect(problems).toEqual([warning(`videos/film.json:6: author.picture: ${fault}`)]);
  expect(video?.author).toStrictEqual({ name: 'Tester' });
});

test.each([
  ['an unknown id', ['othervideo1', 'nosuchvideo'], 'no such video: nosuchvideo. Add it, or take it out'],
  ['an invalid id', ['javascript:\n', 'othervideo1'], 'names what is no video id: "javascript:\\n". It is left out'],
  ['an id twice', ['othervideo1', 'othervideo1'], 'names a video twice, or this video itself. It is left out'],
  ['the video itself', ['testvideo01', 'othervideo1'], 'names a video twice, or this video itself. It is left out'],
])('%s among the suggestions is a warning, and the other suggestions stay', async (_, related, fault) => {
  const { video, problems } = await load({ related });
  expect(problems).toEqual([warning(`videos/film.json:12: related: ${fault}`)]);
  expect(video?.related).toContain('othervideo1');
});

test('of more than twelve suggestions the first twelve are kept, with a warning', async () => {
  const ids = Array.from({ length: 14 }, (_, index) => `video${String(index).padStart(6, '0')}`);
  const others = ids.map((id) => [`videos/${id}.json`, { ...VIDEO, id }] as const);
  const folder = await catalogWith({
    ...Object.fromEntries(others),
    'videos/film.json': { ...VIDEO, related: ids },
  });
  const { videos, problems } = await loadCatalog(folder);
  expect(videos.get('testvideo01')?.related).toEqual(ids.slice(0, 12));
  expect(problems).toEqual([warning('related: names 14 videos: the first 12 are suggested')]);
});

test.each([
  ['an author of another type', { author: 5 }, 'author: '],
  ['an author without a name', { author: { url: '/' } }, 'author.name: '],
  ['a misspelt field of an author', { author: { name: 'Tester', uri: '/' } }, 'author.uri: no such field'],
  ['suggestions that are no list', { related: 'othervideo1' }, 'related: '],
])('a video with %s is skipped, and the field is reported', async (_, change, fault) => {
  const { video, problems } = await load(change);
  expect(video).toBeUndefined();
  expect(problems).toEqual([{ effect: 'skipped', message: expect.stringContaining(fault) as string }]);
});

test('a video with an unknown suggestion is the same object after a reload, so that nothing is derived again', async () => {
  const folder = await catalogWith({ 'videos/film.json': { ...VIDEO, related: ['nosuchvideo'] } });
  const [reader, state] = [new CatalogReader(folder), new CatalogState()];
  const [first, second] = [await state.read(reader, EVERYTHING), await state.read(reader, EVERYTHING)];
  expect(second.videos.get('testvideo01')).toBe(first.videos.get('testvideo01'));
  expect(second.problems).toEqual(first.problems);
});
