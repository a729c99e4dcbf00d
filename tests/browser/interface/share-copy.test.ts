import { expect, onTestFinished, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import type { VideoDetails } from '../../../protocol/provider/player-response.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { videoResponse } from '../../support/video-response.ts';
import { all, drawn, find, nextFrame } from './support/elements.ts';
import { give } from './support/give.ts';
import { providerWith } from './support/offers.ts';
import { giveShareSheet, LIST } from './support/open-share.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

/** Opened by its button, as a viewer does, over a video at 0:10. */
async function share(...[patch = HUNDRED, options]: Parameters<typeof showPlayer>): Promise<ShownPlayer> {
  const shown = await showPlayer(patch, { size: [900, 500], ...options });
  await userEvent.click(find('.top-share'));
  await until(() => all('.share-options').length).toBe(1);
  return shown;
}

const link = () => frame.getByRole('textbox', { name: 'Link', exact: true });
const code = () => frame.getByRole('textbox', { name: 'Embed code' });
const valueOf = (field: ReturnType<typeof link>): string => (field.element() as HTMLInputElement).value;

test('a field that gets the focus is selected, so that the system’s own copy works', async () => {
  await share();
  const field = link().element() as HTMLInputElement;
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
  await userEvent.click(code());
  const area = code().element() as HTMLTextAreaElement;
  expect([area.selectionStart, area.selectionEnd, area.readOnly]).toEqual([0, area.value.length, true]);
});

test('in a host page that does not grant the clipboard the field is copied by a selection, and the focus stays', async () => {
  give(navigator, 'clipboard', { writeText: () => Promise.reject(new Error('denied')) });
  const copied: unknown[] = [];
  const note = ({ target }: Event): unknown => copied.push(target instanceof HTMLTextAreaElement && target.value);
  document.addEventListener('copy', note);
  onTestFinished(() => document.removeEventListener('copy', note));
  await share();
  await userEvent.click(frame.getByRole('button', { name: 'Copy: Embed code' }));
  await expect.element(frame.getByRole('button', { name: 'Copied: Embed code' })).toBeVisible();
  expect(copied).toEqual([valueOf(code())]);
  expect(document.activeElement?.textContent).toBe('Copied');
});

test('if copying fails, the button and the status read “Couldn’t copy”', async () => {
  give(navigator, 'clipboard', { writeText: () => Promise.reject(new Error('denied')) });
  give(document, 'execCommand', () => false);
  await share();
  await userEvent.click(frame.getByRole('button', { name: 'Copy: Link' }));
  await expect.element(frame.getByRole('button', { name: 'Couldn’t copy: Link' })).toBeVisible();
  expect(all('.share-field [role="status"]').map(({ textContent }) => textContent)).toEqual(['Couldn’t copy', '']);
});

test('addresses and code are written from left to right in every language', async () => {
  await share(HUNDRED, { query: 'hl=ar' });
  for (const field of all('.share-field :is(input, textarea)')) expect(getComputedStyle(field).direction).toBe('ltr');
  expect(all('.share-size option')[1]?.textContent).toBe('\u2066560 × 315\u2069');
});

/** The response about a video with these details. */
const withDetails = (details: Partial<VideoDetails>) => ({
  ...HUNDRED,
  video: { ...VIDEO, response: videoResponse(VIDEO.videoId, { details: { width: 1920, height: 1080, ...details } }) },
});

test('a provider that does not respond leaves the page’s own link and code', async () => {
  const { sent, page } = providerWith({});
  await share({ ...withDetails({ serializedSharedEntity: 'shared' }), playlist: LIST }, { page });
  await until(() => sent).toEqual([['webPlayerSharePanel', { serializedSharedEntity: 'shared', includeListId: true }]]);
  expect(valueOf(link())).toMatch(/\/embed\/orieldemo01\?list=PL1&index=1$/);
  expect(valueOf(code())).toContain('/embed/orieldemo01?list=PL1&amp;index=1');
});

test('code for a video that requires a location delegates the location [B7]', async () => {
  await share(withDetails({ needsLocation: true }));
  expect(valueOf(code())).toMatch(/allow="[^"]*; geolocation"/);
});

test('the title of a video cannot break out of the code', async () => {
  await share({ ...HUNDRED, video: { ...VIDEO, title: '"><script>alert(1)</script>' } });
  const holder = document.createElement('div');
  holder.innerHTML = valueOf(code());
  expect([holder.childElementCount, holder.firstElementChild?.getAttribute('title')]).toEqual([
    1,
    '"><script>alert(1)</script>',
  ]);
});

test('a viewer who closes the system’s share sheet sees no error', async () => {
  giveShareSheet(() => true);
  give(navigator, 'share', () => Promise.reject(new DOMException('cancelled', 'AbortError')));
  const unhandled: unknown[] = [];
  const note = ({ reason }: PromiseRejectionEvent): unknown => unhandled.push(reason);
  window.addEventListener('unhandledrejection', note);
  onTestFinished(() => window.removeEventListener('unhandledrejection', note));
  const { reports } = await share();
  await userEvent.click(frame.getByRole('button', { name: 'Share via…' }));
  for (let frames = 0; frames < 3; frames += 1) await nextFrame();
  expect([unhandled, reports, drawn('.share-sheet').length, all('.notice')]).toEqual([[], [], 1, []]);
});
