import { expect, test } from 'vitest';
import { page as frame } from 'vitest/browser';
import { openInterface } from '../../../src/page/interface/open-interface.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { drawn } from './support/elements.ts';
import { giveTools } from './support/open-interface.ts';
import { finger, type Point } from './support/real-pointers.ts';
import { until } from './support/until.ts';

test('an interface that is rendered while a pointer is down is shown after its click', async () => {
  const { given, container } = giveTools();
  const hand = (type: string): unknown =>
    given.page.root.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, pointerType: 'mouse' }));
  // Keys are taken over once no pointer is down; it goes down between that and the end of the rendering.
  const opened = openInterface(container, given, () => {
    hand('pointerdown');
    return [];
  });
  await until(() => container.querySelectorAll('.bar-play').length).toBe(1);
  expect(drawn('.bar-play')).toEqual([]);
  hand('click');
  await opened;
  expect(drawn('.bar-play').length).toBe(1);
});

test('a finger that is down as the interface mounts does not press the control that appears under it', async () => {
  await frame.viewport(400, 250);
  const { given, container, player } = giveTools({ state: PLAYER_STATE.playing }, { hasSurface: true });
  const bottom: Point = [150, given.page.media.getBoundingClientRect().bottom - 30];
  await finger.down(bottom);
  await until(() => given.page.presses.touch()).not.toBeNull();
  await openInterface(container, given, () => []);
  await until(() => drawn('.control-bar').length).toBe(1);
  expect(document.elementFromPoint(...bottom)).toBe(given.page.media);
  await finger.up();
  expect(player.executed).toEqual([]);
});

test('a tap while the interface loads does not pause; a tap after loading was given up does', async () => {
  const { given, player } = giveTools({ state: PLAYER_STATE.playing }, { hasSurface: true });
  await finger.tap([150, 150]);
  expect(player.executed).toEqual([]);
  given.playback.lateAttention.giveUp();
  await finger.tap([150, 150]);
  expect(player.executed.map(({ command }) => command.name)).toEqual(['pauseVideo']);
});
