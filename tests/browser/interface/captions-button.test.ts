import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { succeed } from '../../../protocol/runtime/outcome.ts';
import { captionsOf, cueOf } from './support/caption-parts.ts';
import { drawn, find } from './support/elements.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

let shown: ShownPlayer;

beforeEach(async () => {
  shown = await showPlayer({ captions: captionsOf([], { active: -1, moduleLoaded: false }) });
  await until(() => drawn('.control-bar').length).toBe(1);
  // As in the real player, `loadModule` turns on the preferred track.
  shown.player.response = ({ name }) => {
    if (name === 'loadModule') shown.player.set({ captions: captionsOf([cueOf('Sea')]) });
    if (name === 'unloadModule') shown.player.set({ captions: captionsOf([], { active: -1 }) });
    return succeed(undefined);
  };
});

const button = (): HTMLElement => find('.control-bar [data-icon="captions"]');
const noticeText = (): string => find('.notices').textContent;
const texts = (): string[] => [...document.querySelectorAll('.caption-line')].map(({ textContent }) => textContent);

test('the captions button turns captions on and off, and exposes the state by aria-pressed', async () => {
  expect([button().ariaLabel, button().ariaPressed, button().ariaKeyShortcuts]).toEqual(['Captions', 'false', 'c']);
  await userEvent.click(button());
  await until(() => [button().ariaPressed, texts()]).toEqual(['true', ['Sea']]);
  await userEvent.click(button());
  await until(() => [button().ariaPressed, texts()]).toEqual(['false', []]);
  expect([shown.commands('loadModule'), shown.commands('unloadModule')]).toEqual([[['captions']], [['captions']]]);
});

test('a video without captions has no captions button', async () => {
  shown.player.set({ captions: captionsOf([], { tracks: [], active: -1 }) });
  await until(() => drawn('.control-bar [data-icon="captions"]')).toEqual([]);
});

test('the key c turns captions on and off like the captions button, and a notice names the track', async () => {
  await userEvent.keyboard('c');
  await until(noticeText).toBe('Captions: English');
  expect(button().ariaPressed).toBe('true');
  await userEvent.keyboard('c');
  await until(noticeText).toBe('Captions off');
});

test('for a video without captions the key c shows a notice, and sends the player no command', async () => {
  shown.player.set({ captions: captionsOf([], { tracks: [], active: -1 }) });
  await userEvent.keyboard('c');
  await until(noticeText).toBe('No captions');
  expect(shown.player.executed).toEqual([]);
});

test('in the full screen of an iPhone the system draws the captions that are on, and afterwards the player again', () => {
  const { media } = shown;
  const [chosen, other] = [media.addTextTrack('captions'), media.addTextTrack('captions')];
  chosen.mode = 'hidden';
  other.mode = 'disabled';
  const modes = (): TextTrackMode[] => [chosen.mode, other.mode];
  media.dispatchEvent(new Event('webkitbeginfullscreen'));
  expect(modes()).toEqual(['showing', 'disabled']);
  media.dispatchEvent(new Event('webkitendfullscreen'));
  expect(modes()).toEqual(['hidden', 'disabled']);
});
