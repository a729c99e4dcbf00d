import { expect, test } from 'vitest';
import { loadVideoCard } from '../../../../src/host/element/video-card.ts';
import { playLabel } from '../../../../src/host/element/play-words.ts';

const NOTHING = { title: '', posterUrl: '' };

async function cardOf(respond: (address: string) => Response | Promise<Response>, listId = '') {
  const asked: string[] = [];
  const fetch = (address: unknown): Promise<Response> => {
    asked.push(String(address));
    return Promise.resolve(respond(String(address)));
  };
  const video = { videoId: listId === '' ? 'orieldemo01' : '', listId };
  const card = await loadVideoCard('https://v.example/player', video, fetch, new AbortController().signal);
  return { card, asked };
}

test('title and poster come from the provider’s oEmbed', async () => {
  const response = { title: 'Video', thumbnail_url: 'https://v.example/p.jpg', html: '<iframe>' };
  const { card, asked } = await cardOf(() => Response.json(response));
  expect(card).toEqual({ title: 'Video', posterUrl: 'https://v.example/p.jpg' });
  const page = encodeURIComponent('https://v.example/player/embed/orieldemo01');
  expect(asked).toEqual([`https://v.example/player/oembed?url=${page}`]);
});

test('the card of a playlist is requested by the address of the playlist', async () => {
  const { asked } = await cardOf(() => Response.json({}), 'PLa&b');
  expect(decodeURIComponent(asked[0] ?? '')).toContain('/embed/videoseries?list=PLa%26b');
});

test.each([
  ['an address that runs code', () => Response.json({ title: 'x', thumbnail_url: 'javascript:alert(1)' }), 'x'],
  ['fields of other types', () => Response.json({ title: {}, thumbnail_url: 7 }), ''],
  ['null', () => Response.json(null), ''],
  ['another status', () => new Response('gone', { status: 404 }), ''],
  ['an HTML page', () => new Response('<!doctype html>'), ''],
  ['a failure', () => Promise.reject(new TypeError('refused')), ''],
])('an oEmbed response with %s gives no poster', async (_, respond, title) => {
  expect((await cardOf(respond)).card).toEqual({ ...NOTHING, title });
});

test.each([
  ['', 'Video', 'Play: Video'],
  ['en-GB', '', 'Play'],
  ['de', 'Video', 'Abspielen: Video'],
  ['pt-BR', '', 'Reproduzir'],
  ['tlh', '', 'Play'],
  ['constructor', '', 'Play'],
])('the play button in the language "%s" for the title "%s" has the label %s', (language, title, label) => {
  expect(playLabel(language, title)).toBe(label);
});
