import { expect, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { VIDEO } from '../../support/fake-player.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { giveShareSheet, openShare } from './support/open-share.ts';

const link = () => frame.getByRole('textbox', { name: 'Link' });
const code = () => frame.getByRole('textbox', { name: 'Embed code' });
const option = (name: string | RegExp) => frame.getByRole('checkbox', { name });
const valueOf = (field: ReturnType<typeof link>): string => (field.element() as HTMLInputElement).value;
/** Without its origin. */
const linkPath = (): string => valueOf(link()).replace(/^.*\/embed/, '/embed');
const sourceIn = (markup: string): string => /src="([^"]*)"/.exec(markup)?.[1]?.replace(/^.*\/embed/, '/embed') ?? '';

test.each<[name: RegExp, query: string]>([
  [/^Start at 0:13$/, 'start=13'],
  [/^Captions: Spanish$/, 'cc_load_policy=1&cc_lang_pref=es'],
  [/^Autoplay .*muted/, 'autoplay=1&mute=1'],
  [/^Loop$/, 'loop=1'],
  [/^Private/, 'consent=none'],
])('the option %s changes link and code at once, and back', async (name, query) => {
  await openShare();
  expect([linkPath(), sourceIn(valueOf(code()))]).toEqual(['/embed/orieldemo01', '/embed/orieldemo01']);
  await option(name).click();
  expect(linkPath()).toBe(`/embed/orieldemo01?${query}`);
  expect(sourceIn(valueOf(code()))).toBe(`/embed/orieldemo01?${query.replaceAll('&', '&amp;')}`);
  await option(name).click();
  expect([linkPath(), sourceIn(valueOf(code()))]).toEqual(['/embed/orieldemo01', '/embed/orieldemo01']);
});

test('the size changes only the embed code, and is responsive by default', async () => {
  await openShare();
  expect(valueOf(code())).toContain('<iframe width="100%" style="aspect-ratio: 16 / 9"');
  const size = frame.getByRole('combobox', { name: 'Size' });
  expect([...(size.element() as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
    ...['Responsive', '560 × 315', '640 × 360', '854 × 480', '1280 × 720'],
  ]);
  await size.selectOptions('854 × 480');
  expect(valueOf(code())).toContain('<iframe width="854" height="480" src=');
  expect(linkPath()).toBe('/embed/orieldemo01');
});

const SHARED_VIDEO: Partial<PlayerSnapshot> = {
  video: {
    ...VIDEO,
    response: {
      playabilityStatus: { status: 'OK' },
      videoDetails: {
        ...{ videoId: VIDEO.videoId, title: '', author: '', channelId: '', lengthSeconds: 20, posters: [] },
        ...{ isLive: false, allowLiveDvr: false, isListed: true, isSpherical: false, width: 1080, height: 1920 },
        serializedSharedEntity: 'shared',
      },
    },
  },
};

test('the provider’s response is the base of the viewer’s choices [N8]', async () => {
  const response = {
    shareUrl: 'https://v.example/w/a?si=1',
    embedUrl: 'https://v.example/e/a',
    embedCode: '<iframe width="10" height="10" src="https://v.example/e/a" class="ours"></iframe>',
  };
  await openShare({
    snapshot: SHARED_VIDEO,
    response,
  });
  await expect.poll(() => valueOf(link())).toBe('https://v.example/w/a?si=1');
  await option('Loop').click();
  expect(valueOf(link())).toBe('https://v.example/w/a?si=1&loop=1');
  await frame.getByRole('combobox', { name: 'Size' }).selectOptions('360 × 640');
  expect(valueOf(code())).toBe(
    '<iframe width="360" height="640" src="https://v.example/e/a?loop=1" class="ours"></iframe>',
  );
});

const appButton = () => frame.getByRole('button', { name: 'Share via…' });

test('an app gets the title, the link with its options, and both as a sentence', async () => {
  const shared = giveShareSheet(({ url }) => URL.canParse(url ?? ''));
  await openShare();
  await option('Loop').click();
  const url = valueOf(link());
  expect(url).toContain('?loop=1');
  await appButton().click();
  expect(shared).toEqual([{ title: VIDEO.title, text: `Watch “${VIDEO.title}”: ${url}`, url }]);
});

test('where the system would refuse there is no button for apps', async () => {
  giveShareSheet(() => false);
  await openShare();
  expect(appButton().elements()).toEqual([]);
});

test.each([
  ['coarse', 'first, with the focus', 0],
  ['fine', 'last, and the link has the focus', 3],
] as const)('with a %s pointer apps are %s', async (pointer, _, place) => {
  giveShareSheet(() => true);
  const { container } = await openShare({ pointer });
  const parts = [...container.querySelectorAll('.share-app, .share-field, .share-options')];
  expect(parts.findIndex((part) => part.matches('.share-app'))).toBe(place);
  expect(document.activeElement).toBe(
    container.querySelector(pointer === 'coarse' ? '.share-app' : '.share-field input'),
  );
});

test('options are a named group that Tab walks through, in the order of the page', async () => {
  const { container } = await openShare();
  expect(frame.getByRole('group', { name: 'Options' }).elements()).toHaveLength(1);
  const inOrder = [...container.querySelectorAll<HTMLElement>('.share-sheet :is(button, input, textarea, select)')];
  const walked: (Element | null)[] = [];
  inOrder[0]?.focus();
  for (const _ of inOrder) {
    walked.push(document.activeElement);
    await userEvent.tab();
  }
  expect(walked).toEqual(inOrder);
});
