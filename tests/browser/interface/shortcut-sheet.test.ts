import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AHEAD } from '../../../protocol/media/spherical.ts';
import { boxOf, drawn } from './support/elements.ts';
import { focusedName, inPanel, panelName, rowOf, waitForPanel, waitUntilClosed } from './support/panel-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

async function openSheet(
  patch: Parameters<typeof showPlayer>[0] = {},
  options: Parameters<typeof showPlayer>[1] = {},
  title = 'Keyboard shortcuts',
): Promise<ShownPlayer> {
  const shown = await showPlayer(patch, options);
  await until(() => drawn('.control-bar').length).toBe(1);
  await userEvent.keyboard('?');
  await waitForPanel(title);
  return shown;
}

/** Label and keys of each line. */
const lines = (): (readonly [words: string, keys: readonly string[]])[] =>
  inPanel('.shortcuts > div').map((line) => [
    line.querySelector('dt')?.textContent ?? '',
    [...line.querySelectorAll('kbd')].map(({ textContent }) => textContent),
  ]);
const keys = (): string[] => lines().flatMap(([, shown]) => shown);

test('the sheet lists every key of the player with its action, the most useful ones first', async () => {
  await openSheet();
  expect(lines()).toEqual([
    ['Play or pause', ['Space', 'K']],
    ['Back or forward 5 seconds', ['←', '→']],
    ['Back or forward 10 seconds', ['J', 'L']],
    ['Previous or next frame (while paused)', [',', '.']],
    ['Go to start or end', ['Home', 'End']],
    ['Go to 0–90%', ['0', '…', '9']],
    ['Previous or next chapter', ['Ctrl ←', 'Ctrl →']],
    ['Previous or next video', ['⇧ P', '⇧ N']],
    ['Slower or faster', ['<', '>']],
    ['A–B loop', ['R']],
    ['Volume up or down', ['↑', '↓']],
    ['Mute', ['M']],
    ['Captions', ['C']],
    ['Caption size', ['+', '-']],
    ['Caption text opacity', ['O']],
    ['Caption window opacity', ['W']],
    ['Full screen', ['F']],
    ['Picture-in-picture', ['I']],
    ['Show shortcuts', ['?']],
  ]);
});

const EVENT_OF: Readonly<Record<string, KeyboardEventInit>> = {
  Space: { key: ' ' },
  '←': { key: 'ArrowLeft' },
  '→': { key: 'ArrowRight' },
  '↑': { key: 'ArrowUp' },
  '↓': { key: 'ArrowDown' },
  'Ctrl ←': { key: 'ArrowLeft', ctrlKey: true },
  'Ctrl →': { key: 'ArrowRight', ctrlKey: true },
  '⇧ P': { key: 'P', shiftKey: true },
  '⇧ N': { key: 'N', shiftKey: true },
};

test('the player handles every key that the shortcut sheet shows', async () => {
  const { root } = await openSheet();
  const shown = keys().filter((key) => key !== '…');
  await userEvent.keyboard('{Escape}');
  await waitUntilClosed();
  const isTaken = (key: string): boolean => {
    const init = EVENT_OF[key] ?? { key: key.length === 1 ? key.toLowerCase() : key };
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
    root.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(shown.filter((key) => !isTaken(key))).toEqual([]);
  expect(isTaken('q')).toBe(false);
});

test('the key ? opens the shortcut sheet; keys pressed in it are no shortcuts of the player, and Escape closes it', async () => {
  const { player } = await openSheet();
  expect(focusedName()).toBe('Close');
  await userEvent.keyboard('?k');
  expect([panelName(), player.executed]).toEqual(['Keyboard shortcuts', []]);
  await userEvent.keyboard('{Escape}');
  await waitUntilClosed();
});

test('for a spherical video the sheet lists the keys for looking around first, and omits shortcuts that use the same keys', async () => {
  await openSheet({ spherical: AHEAD });
  expect(lines().slice(0, 2)).toEqual([
    ['Look around (360°)', ['W', 'A', 'S', 'D']],
    ['Zoom (360°)', [']', '[']],
  ]);
  expect(lines().map(([words]) => words)).not.toContain('Caption window opacity');
});

test('with single-key shortcuts off the sheet lists only the keys that still work', async () => {
  await openSheet();
  await userEvent.click(rowOf('Single-key shortcuts'));
  await until(lines).toEqual([
    ['Back or forward 5 seconds', ['←', '→']],
    ['Go to start or end', ['Home', 'End']],
    ['Previous or next chapter', ['Ctrl ←', 'Ctrl →']],
    ['Volume up or down', ['↑', '↓']],
  ]);
});

test.each([
  [200, 113],
  [320, 180],
  [640, 360],
  [1280, 720],
] as const)('at %i × %i px every line is inside of the sheet, and the last can be scrolled to', async (...size) => {
  await openSheet({}, { size });
  const sheet = boxOf('dialog');
  expect([sheet.left >= 0, sheet.right <= size[0], sheet.bottom <= size[1]]).toEqual([true, true, true]);
  const sideways = inPanel('.shortcuts kbd').filter((key) => key.getBoundingClientRect().right > sheet.right);
  expect(sideways.map(({ textContent }) => textContent)).toEqual([]);
  const last = inPanel('.shortcuts > div').at(-1);
  last?.scrollIntoView({ block: 'nearest' });
  expect(last?.getBoundingClientRect().bottom).toBeLessThanOrEqual(sheet.bottom + 1);
});
