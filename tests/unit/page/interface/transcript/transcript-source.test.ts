import { expect, test } from 'vitest';
import { parseEmbedParameters } from '../../../../../protocol/page/embed-parameters.ts';
import type { CaptionTrack } from '../../../../../protocol/provider/player-response.ts';
import type { PlainCue } from '../../../../../src/page/interface/transcript/group-cues.ts';
import { TranscriptSource } from '../../../../../src/page/interface/transcript/transcript-source.ts';
import { settle } from '../../../../support/fake-clock.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';

const track = (languageCode: string, isDefault = false): CaptionTrack => ({
  ...{ url: `/${languageCode}.vtt`, languageCode, name: languageCode, kind: 'captions', isDefault },
});
const TRACKS = [track('en'), track('de', true), track('es')];
const OFF = { active: -1, hasFailed: false, moduleLoaded: false, fontSize: 0, cues: [] };

function open({ query = '', tracks = TRACKS, active = -1 } = {}) {
  const player = createFakePlayer({ captions: { ...OFF, tracks, active } });
  const asked: string[] = [];
  const ended: string[] = [];
  const waiting: { resolve: (cues: readonly PlainCue[]) => void; reject: (error: Error) => void }[] = [];
  const source = new TranscriptSource({
    player,
    parameters: parseEmbedParameters(new URLSearchParams(query)),
    read({ languageCode }, signal) {
      asked.push(languageCode);
      signal.addEventListener('abort', () => ended.push(languageCode));
      return new Promise((resolve, reject) => void waiting.push({ resolve, reject }));
    },
    reportError: (error) => {
      throw error;
    },
  });
  const reply = async (text: string, index = waiting.length - 1): Promise<void> => {
    waiting[index]?.resolve([{ startSeconds: 0, endSeconds: 1, text }]);
    await settle();
  };
  const captions = (change: Partial<typeof OFF & { tracks: readonly CaptionTrack[] }>): void =>
    player.set({ captions: { ...player.getSnapshot().captions, ...change } });
  const texts = () => source.get().lines.map(({ text }) => text);
  return { player, source, asked, ended, waiting, reply, captions, texts };
}
const nothing = (): void => undefined;

test('the transcript is not read before it has a subscriber', () => {
  const { asked, player } = open();
  expect([asked, player.subscriberCount()]).toEqual([[], 0]);
});

test.each([
  ['the language of the active captions', '', 2, 'es'],
  ['the caption language of the address, without active captions', 'cc_lang_pref=es&hl=en', -1, 'es'],
  ['else the language of the interface', 'hl=en-GB', -1, 'en'],
  ['else the language of the default track', '', -1, 'de'],
])('the transcript has %s', async (_, query, active, expected) => {
  const { source, asked, reply, texts, player } = open({ query, active });
  source.subscribe(nothing);
  expect([asked, source.get().status]).toEqual([[expected], 'loading']);
  await reply('Hello.');
  expect([source.get().status, texts()]).toEqual(['ready', ['Hello.']]);
  expect(player.executed).toEqual([]);
});

test('the transcript follows captions that are turned on or change their language, and keeps its language when they are turned off', () => {
  const { source, asked, ended, captions } = open();
  source.subscribe(nothing);
  captions({ active: 0 });
  captions({ active: 2 });
  captions({ active: -1 });
  expect([asked, ended]).toEqual([
    ['de', 'en', 'es'],
    ['de', 'en'],
  ]);
});

test('a chosen transcript language holds until the language of the captions changes', async () => {
  const { source, asked, reply, captions, player } = open({ active: 0 });
  source.subscribe(nothing);
  source.choose(2);
  await reply('Hola.');
  player.set({ volume: 4 });
  source.choose(2);
  expect([asked, source.get().index]).toEqual([['en', 'es'], 2]);
  captions({ active: 1 });
  expect(source.get().index).toBe(1);
});

test('a response for an earlier choice of the language is ignored', async () => {
  const { source, waiting, reply, texts } = open();
  source.subscribe(nothing);
  source.choose(0);
  await reply('Hello.', 1);
  waiting[0]?.resolve([{ startSeconds: 0, endSeconds: 1, text: 'Hallo.' }]);
  await settle();
  expect(texts()).toEqual(['Hello.']);
});

test('cues that have been read are kept while the transcript is closed, and failed or aborted reads are repeated', async () => {
  const { source, asked, ended, reply, waiting } = open();
  source.subscribe(nothing)();
  expect(ended).toEqual(['de']);
  const close = source.subscribe(nothing);
  await reply('Hallo.');
  close();
  const closeAgain = source.subscribe(nothing);
  expect([asked, source.get().status]).toEqual([['de', 'de'], 'ready']);
  source.choose(0);
  waiting.at(-1)?.reject(new Error('404'));
  await settle();
  expect(source.get().status).toBe('failed');
  closeAgain();
  source.subscribe(nothing);
  expect(source.get().status).toBe('loading');
});
