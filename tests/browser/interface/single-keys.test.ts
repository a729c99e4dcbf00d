import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { AHEAD } from '../../../protocol/media/spherical.ts';
import { panels } from '../../../src/page/interface/panels/panels.ts';
import { viewerMemory } from '../../../src/page/interface/shared/viewer-memory.ts';
import { openInterface, type OpenInterface } from './support/open-interface.ts';
import { until } from './support/until.ts';

beforeEach(() => frame.viewport(900, 500));

async function openSheet(opened: OpenInterface): Promise<void> {
  opened.features.get(panels).open('shortcuts');
  await until(() => opened.container.querySelectorAll('.shortcuts kbd').length).toBeGreaterThan(0);
}

const keysOf = ({ container }: OpenInterface): string[] =>
  [...container.querySelectorAll('.shortcuts kbd')].map(({ textContent }) => textContent);

const named = ({ container }: OpenInterface): string[] =>
  [...container.querySelectorAll<HTMLElement>('.control-bar [data-tooltip]')].flatMap(
    ({ ariaKeyShortcuts, dataset }) => (ariaKeyShortcuts === null ? [] : [`${dataset['tooltip']} ${ariaKeyShortcuts}`]),
  );

test('the switch in the shortcut sheet turns single keys off: the sheet and tooltips omit them, and pressing them does nothing', async () => {
  const opened = await openInterface();
  onTestFinished(() => opened.features.get(viewerMemory).forget('single-keys'));
  const { features, player, mount } = opened;
  mount(features);
  await until(() => named(opened)).toContain('Play (k) k');
  await openSheet(opened);
  expect(keysOf(opened)).toEqual(expect.arrayContaining(['K', '?', '0', '⇧ N', 'Space', '←', 'Ctrl ←']));
  const toggle = frame.getByRole('switch', { name: 'Single-key shortcuts' });
  await expect.element(toggle).toBeChecked();
  await userEvent.click(toggle);
  await expect.element(toggle).not.toBeChecked();
  expect(keysOf(opened)).toEqual(['←', '→', 'Home', 'End', 'Ctrl ←', 'Ctrl →', '↑', '↓']);
  expect(named(opened)).toEqual([]);
  expect(opened.container.querySelector<HTMLElement>('[data-icon="play"]')?.dataset['tooltip']).toBe('Play');

  features.get(panels).close();
  await until(() => opened.container.querySelector('.shortcuts')).toBeNull();
  await userEvent.keyboard('k5?');
  await userEvent.keyboard('{Home}');
  expect(player.executed.map(({ command }) => command.name)).toEqual(['seekTo']);
  expect(features.get(panels).get()).toBeNull();

  await openSheet(opened);
  await userEvent.click(toggle);
  features.get(panels).close();
  await until(() => named(opened)).toContain('Play (k) k');
});

test('without single keys, the sheet of a spherical video keeps the keys that work only with the focus on the picture', async () => {
  const opened = await openInterface({ spherical: AHEAD });
  onTestFinished(() => opened.features.get(viewerMemory).forget('single-keys'));
  opened.mount(opened.features);
  await openSheet(opened);
  await userEvent.click(frame.getByRole('switch', { name: 'Single-key shortcuts' }));
  expect(keysOf(opened)).not.toContain('W');
  expect(keysOf(opened)).toEqual(expect.arrayContaining(['+', '-', '↑']));
});
