import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE, type PlayerStateCode } from '../../../protocol/host/player-state.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { drawn, find } from './support/elements.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

let shown: ShownPlayer;

beforeEach(async () => {
  shown = await showPlayer();
  await until(() => drawn('.bar-play').length).toBe(1);
});

const button = (): HTMLElement => find('.bar-play');
const face = (): unknown[] => [button().dataset['icon'], button().ariaLabel];

test.each<[keyof typeof PLAYER_STATE, string, string, string]>([
  ['unstarted', 'play', 'Play', 'playVideo'],
  ['playing', 'pause', 'Pause', 'pauseVideo'],
  ['buffering', 'pause', 'Pause', 'pauseVideo'],
  ['paused', 'play', 'Play', 'playVideo'],
  ['ended', 'replay', 'Replay', 'playVideo'],
])('the button of a video that is %s shows %s, is called “%s”, and runs %s', async (state, icon, name, command) => {
  shown.player.response = () => ({ ok: true, value: undefined });
  shown.player.goTo(PLAYER_STATE[state]);
  await until(face).toEqual([icon, name]);
  button().focus();
  await userEvent.keyboard('{Enter}');
  expect(shown.player.executed.map((one) => [one.command.name, one.by])).toEqual([[command, 'viewer']]);
});

test('the button keeps the focus when it changes from play to pause and back', async () => {
  button().focus();
  await userEvent.keyboard('{Enter}');
  await until(face).toEqual(['pause', 'Pause']);
  expect(document.activeElement).toBe(button());
  await userEvent.keyboard(' ');
  await until(face).toEqual(['play', 'Play']);
  expect([document.activeElement === button(), shown.player.getSnapshot().state]).toEqual([true, PLAYER_STATE.paused]);
});

test('space on the focused button plays once: the shortcut of the same key does not run as well', async () => {
  button().focus();
  await userEvent.keyboard(' ');
  expect(shown.player.executed.map(({ command }) => command.name)).toEqual(['playVideo']);
});

test('the button names its key, in its bubble and for screen readers', () => {
  expect([button().dataset['tooltip'], button().ariaKeyShortcuts]).toEqual(['Play (k)', 'k']);
});

/** Starts playback from the button of the first paint, focused by keyboard or pointer; the button then disappears. */
async function startFrom(focus: 'keyboard' | 'pointer'): Promise<void> {
  const bigPlay = find('.big-play');
  shown.player.goTo(PLAYER_STATE.cued);
  await until(() => getComputedStyle(find('.control-bar')).display).toBe('none');
  if (focus === 'keyboard') {
    shown.media.tabIndex = -1;
    shown.media.focus();
    await userEvent.tab();
  } else bigPlay.focus({ focusVisible: false } as FocusOptions);
  expect(document.activeElement).toBe(bigPlay);
  shown.player.goTo(PLAYER_STATE.playing);
}

test('the focus that the keyboard had put on the big play button moves to the one in the bar', async () => {
  await startFrom('keyboard');
  await until(() => document.activeElement).toBe(button());
});

test('the focus of a pointer on the big play button ends, and leaves no ring on another control', async () => {
  await startFrom('pointer');
  await until(() => document.activeElement).toBe(document.body);
});

test('the first play, a pause and the end are announced, and a stall is not', async () => {
  const region = (): string => find('[aria-live="polite"]').textContent;
  const heard: string[] = [];
  for (const state of ['playing', 'buffering', 'playing', 'paused', 'ended'] as const) {
    shown.player.goTo(PLAYER_STATE[state] satisfies PlayerStateCode);
    await until(face).toContain(state === 'ended' ? 'Replay' : state === 'paused' ? 'Play' : 'Pause');
    if (region() !== heard.at(-1)) heard.push(region());
  }
  expect(heard).toEqual(['Playing', 'Paused', 'The video has ended']);
});

test('another video is named as it begins, also when its title arrives after its first frame', async () => {
  const region = (): string => find('[aria-live="polite"]').textContent;
  const video = (videoId: string, title: string) => ({ video: { ...VIDEO, videoId, title } });
  shown.player.goTo(PLAYER_STATE.playing);
  await until(region).toBe('Playing');
  shown.player.goTo(PLAYER_STATE.unstarted, video('orielnext02', ''));
  await until(region).toBe('');
  shown.player.set(video('orielnext02', 'Second sea'));
  shown.player.goTo(PLAYER_STATE.playing);
  await until(region).toBe('Second sea, Playing');
  shown.player.goTo(PLAYER_STATE.unstarted, video('orielnext03', ''));
  await until(region).toBe('');
  shown.player.goTo(PLAYER_STATE.playing);
  await until(region).toBe('Playing');
  shown.player.set(video('orielnext03', 'Third sea'));
  await until(region).toBe('Third sea, Playing');
  shown.player.goTo(PLAYER_STATE.paused);
  await until(region).toBe('Paused');
});
