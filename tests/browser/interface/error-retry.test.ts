import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import { succeed } from '../../../protocol/runtime/outcome.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { all, boxOf, drawn, find, middleOf, textsOf, withText } from './support/elements.ts';
import { give } from './support/give.ts';
import { mouse } from './support/real-pointers.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

interface ShownError extends ShownPlayer {
  readonly retries: string[];
  /** Another error, after the video has played again. */
  readonly failAgain: (code: PlayerErrorCode) => void;
}

async function showError(
  code: PlayerErrorCode,
  { retryable = true, title = '', advice = '' } = {},
  options: Parameters<typeof showPlayer>[1] = {},
): Promise<ShownError> {
  const retries: string[] = [];
  const retry = () => {
    retries.push('retry');
    shown.player.goTo(PLAYER_STATE.buffering, { error: null });
    return succeed(undefined);
  };
  const shown = await showPlayer(HUNDRED, { ...options, control: { retry } });
  const failAgain = (next: PlayerErrorCode): void =>
    shown.player.goTo(PLAYER_STATE.unstarted, { error: { code: next, title, advice, retryable } });
  shown.player.goTo(PLAYER_STATE.playing);
  failAgain(code);
  await until(() => drawn('.error-card').length).toBe(1);
  return { ...shown, retries, failAgain };
}

test.each([true, false])('in the smallest frame an error whose retry is %s needs no scrolling', async (retryable) => {
  await showError('net.connect', { retryable }, { size: [200, 113] });
  const card = find('.error-card');
  expect(card.scrollHeight).toBeLessThanOrEqual(card.clientHeight);
  expect(textsOf('.error-card :is(h2, p, button)')).toEqual([
    'Can’t reach the video server',
    retryable ? 'Try again' : 'Check your connection, then try again.',
  ]);
});

test('an error card names the failure and the remedy, in place of the controls', async () => {
  await showError('net.connect');
  expect([textsOf('.error-card h2'), textsOf('.error-card p')]).toEqual([
    ['Can’t reach the video server'],
    ['Check your connection, then try again.', 'Error code: net.connect'],
  ]);
  expect(find('.error-words').role).toBe('alert');
  expect(all('.control-bar, .top-actions, .centre-controls')).toEqual([]);
});

test('“Try again” retries, and the controls replace the error card once the retry succeeds', async () => {
  const { retries } = await showError('net.connect');
  await mouse.click(middleOf('.error-card button:not(.quiet)'));
  expect(retries).toEqual(['retry']);
  await until(() => drawn('.control-bar').length).toBe(1);
  expect(all('.error-card')).toEqual([]);
});

test('an error that a retry cannot resolve has no retry button', async () => {
  await showError('video.notfound', { retryable: false });
  expect(textsOf('.error-card button')).toEqual(['Copy details']);
});

test('“Try again” gets the focus if the document has it, also after a failed retry', async () => {
  give(document, 'hasFocus', () => true);
  const { retries, failAgain } = await showError('net.connect');
  await until(() => document.activeElement?.textContent).toBe('Try again');
  await userEvent.keyboard('{Enter}');
  expect(retries).toEqual(['retry']);
  failAgain('net.timeout');
  await until(() => document.activeElement?.textContent).toBe('Try again');
});

test('“Copy details” copies code, message, video, position, page and browser, without the query of any address', async () => {
  const written: string[] = [];
  give(navigator, 'clipboard', { writeText: async (text: string) => void written.push(text) });
  await showError('net.connect');
  await userEvent.click(withText('.error-card button', 'Copy details'));
  await until(() => textsOf('.error-card button')).toEqual(['Try again', 'Copied']);
  expect(written[0]?.split('\n').map((row) => row.replace(/: .*/, ''))).toEqual([
    ...['code', 'message', 'video', 'position', 'path', 'quality', 'page', 'time', 'browser'],
  ]);
  expect(written[0]).toContain(
    'code: net.connect\nmessage: Can’t reach the video server\nvideo: orieldemo01\nposition: 10.0 s',
  );
  expect(written[0]).not.toContain('?');
  expect(textsOf('.error-card [role="status"]')).toEqual(['Copied']);
});

test('a failed copy shows “Couldn’t copy”, and the next error shows “Copy details” again', async () => {
  give(navigator, 'clipboard', { writeText: () => Promise.reject(new Error('denied')) });
  give(document, 'execCommand', () => false);
  const { failAgain } = await showError('net.connect');
  await userEvent.click(withText('.error-card button', 'Copy details'));
  await until(() => textsOf('.error-card .quiet')).toEqual(['Couldn’t copy']);
  failAgain('net.timeout');
  await until(() => textsOf('.error-card .quiet')).toEqual(['Copy details']);
});

test.each([
  [200, 113],
  [320, 180],
  [640, 360],
  [1280, 720],
])('in a frame of %i × %i what happened can be read, and the retry pressed', async (width, height) => {
  const { retries } = await showError('net.connect', {}, { size: [width, height] });
  for (const part of ['.error-card h2', '.error-card button:not(.quiet)']) {
    find(part).scrollIntoView({ block: 'nearest' });
    const { left, top, right, bottom } = boxOf(part);
    expect([part, left >= 0, top >= 0, right <= width, Math.floor(bottom) <= height]).toEqual([
      part,
      true,
      true,
      true,
      true,
    ]);
  }
  await mouse.click(middleOf('.error-card button:not(.quiet)'));
  expect(retries).toEqual(['retry']);
});

test('from right to left the card is in Arabic, and its code from left to right', async () => {
  await showError('net.connect', {}, { query: 'hl=ar' });
  expect(textsOf('.error-card h2')[0]).toMatch(/\p{Script=Arabic}/u);
  expect(textsOf('.error-code')[0]).toContain('net.connect');
});
