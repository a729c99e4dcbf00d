import { expect, onTestFinished, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { drawn, find } from './support/elements.ts';
import { give } from './support/give.ts';
import { enterRow, goDeeper, openByKey, radioTexts, rowOf, rowTexts } from './support/panel-parts.ts';
import { ADJUSTABLE } from './support/settings-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

async function openSettings(patch: Partial<PlayerSnapshot> = ADJUSTABLE, query = ''): Promise<ShownPlayer> {
  const shown = await showPlayer(patch, { query });
  await until(() => drawn('.settings-button').length).toBe(1);
  await openByKey('settings');
  return shown;
}

const SOUNDS = ADJUSTABLE.audio?.tracks ?? [];
const withCaptions = (active: number): Partial<PlayerSnapshot> => ({
  captions: { tracks: [], hasFailed: false, moduleLoaded: true, fontSize: 0, cues: [], ...ADJUSTABLE.captions, active },
});

test('the settings list quality, speed, captions and audio track with their values; “More settings” opens the rest', async () => {
  await openSettings();
  expect(rowTexts()).toEqual([
    ...['Quality: Auto (720p)', 'Speed: Normal', 'Captions: Off', 'Audio track: English', 'More settings'],
  ]);
  await goDeeper();
  expect(rowTexts()).toEqual(['', 'Data usage: Normal', 'Loop', 'Privacy']);
  expect([rowOf('Loop').role, rowOf('Loop').ariaChecked]).toEqual(['switch', 'false']);
});

test.each([
  ['only the data saver', true, 'auto', 'Data saver'],
  ['only a highest quality', false, 'small', '≤ 240p'],
  ['both', true, 'small', 'Data saver, ≤ 240p'],
] as const)('the line of the data use shows %s', async (_, isOn, viewer, words) => {
  await openSettings({ ...ADJUSTABLE, dataSaver: { choice: 'off', isOn, maxQuality: { host: 'auto', viewer } } });
  await goDeeper();
  expect(rowTexts()).toContain(`Data usage: ${words}`);
});

test('a browser without MediaSource offers no choice of quality before the video starts', async () => {
  const { MediaSource, ManagedMediaSource } = globalThis as unknown as Record<string, unknown>;
  for (const name of ['MediaSource', 'ManagedMediaSource']) Reflect.deleteProperty(globalThis, name);
  onTestFinished(
    () => void Object.assign(globalThis, { MediaSource, ...(ManagedMediaSource ? { ManagedMediaSource } : {}) }),
  );
  const { player } = await openSettings({ ...ADJUSTABLE, mediaPath: null });
  expect(rowTexts()).not.toContain('Quality: Auto (720p)');
  player.set({ mediaPath: 'native' });
  await until(rowTexts).toContain('Quality: Auto (720p)');
});

test('the settings of a live stream have no loop, but all other lines', async () => {
  await openSettings({ ...ADJUSTABLE, video: { ...VIDEO, isLive: true } });
  expect(rowTexts()).toEqual([
    ...['Quality: Auto (720p)', 'Speed: Normal', 'Captions: Off', 'Audio track: English', 'More settings'],
  ]);
  await goDeeper();
  expect(rowTexts()).toEqual(['', 'Data usage: Normal', 'Privacy']);
});

test.each<[Partial<PlayerSnapshot>, string]>([
  [{ quality: 'unknown' }, 'Quality: Auto'],
  [{ quality: 'audio' }, 'Quality: Auto'],
  [{ quality: 'audio', qualityChoice: 'audio' }, 'Quality: Audio only'],
  [{ quality: 'large' }, 'Quality: Auto (480p)'],
  [{ quality: 'hd720', qualityChoice: 'hd1080' }, 'Quality: 1080p'],
  [{ quality: 'highres', qualities: ['highres', 'auto'] }, 'Quality: Auto (4320p)'],
  [{ playbackRate: 0.25 }, 'Speed: 0.25×'],
  [{ playbackRate: 2 }, 'Speed: 2×'],
  [{ audio: { tracks: SOUNDS, active: 'en-desc' } }, 'Audio track: English (audio description)'],
  [{ audio: { tracks: SOUNDS, active: 'unknown' } }, 'Audio track: '],
  [withCaptions(0), 'Captions: English'],
  [withCaptions(1), 'Captions: Deutsch (auto-generated)'],
])('%j is shown as “%s”, also when it changes while the menu is open', async (patch, row) => {
  const { player } = await openSettings();
  player.set(patch);
  await until(rowTexts).toContain(row);
});

test('the list of speeds reaches from 0.25× to 2×, and calls 1× Normal', async () => {
  await openSettings();
  await enterRow('speed', 'Speed');
  expect(radioTexts()).toEqual(['0.25×', '0.5×', '0.75×', 'Normal', '1.25×', '1.5×', '1.75×', '2×']);
});

test('the speed slider reaches from 0.25 to 3 in steps of 0.05, and announces its value in the format of the language', async () => {
  const { player } = await openSettings({ ...ADJUSTABLE, playbackRate: 1.35 }, 'hl=de');
  await enterRow('speed', 'Geschwindigkeit');
  const slider = find('.speed-row input') as HTMLInputElement;
  const said = (): unknown[] => [slider.ariaLabel, slider.ariaValueText, slider.value];
  expect([slider.min, slider.max, slider.step]).toEqual(['0.25', '3', '0.05']);
  expect([...said(), find('.speed-row output').textContent]).toEqual(['Geschwindigkeit', '1,35×', '1.35', '1,35×']);
  player.set({ playbackRate: 2.9 });
  await until(said).toEqual(['Geschwindigkeit', '2,9×', '2.9']);
});

test('tracks are written in their own language and direction, for eyes and for voices', async () => {
  await openSettings();
  await enterRow('audio', 'Audio track');
  expect(radioTexts()).toEqual(['English', 'English (audio description)', 'العربية']);
  expect([...document.querySelectorAll('.panel bdi')].map((name) => name.getAttribute('lang'))).toEqual([
    ...['en', 'en', 'ar'],
  ]);
});

test('a video without sound offers no choices of sound, and the menu states why', async () => {
  const shown = await showPlayer({ ...ADJUSTABLE, state: PLAYER_STATE.playing });
  give(shown.media, 'mozHasAudio', false);
  shown.player.set({ volume: 50 });
  await until(() => drawn('.settings-button').length).toBe(1);
  await openByKey('settings');
  await goDeeper();
  expect(rowTexts()).toEqual(['', 'Data usage: Normal', 'No sound', 'Loop', 'Privacy']);
});
