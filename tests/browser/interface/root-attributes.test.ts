import { beforeEach, expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { drawn } from './support/elements.ts';
import { until } from './support/until.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';

let shown: ShownPlayer;

// The elements of the first paint, whose stylesheet reads the attributes of the root.
beforeEach(async () => {
  shown = await showPlayer({ state: PLAYER_STATE.cued });
  const poster = document.createElement('div');
  poster.className = 'poster';
  poster.innerHTML = '<img alt="" src="data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E">';
  shown.media.after(poster);
});

const hasPoster = (): boolean => drawn('.poster').length === 1;
const hasBigPlay = (): boolean => drawn('.big-play').length === 1;
const goTo = (...states: readonly (keyof typeof PLAYER_STATE)[]): void => {
  for (const state of states) shown.player.goTo(PLAYER_STATE[state]);
};
const ERROR = { code: 'net.connect', title: 'No connection', advice: '', retryable: true } as const;

test.each(['unstarted', 'ended', 'playing', 'paused', 'buffering', 'cued'] as const)(
  'a video that is %s sets the attribute that the stylesheet reads',
  (state) => {
    goTo(state);
    expect(shown.root.dataset['state']).toBe(state);
  },
);

test('the poster and the big play button are shown before the start', () => {
  expect([hasPoster(), hasBigPlay()]).toEqual([true, true]);
});

test('the spinner appears at once if neither a frame nor a poster is shown, and otherwise after 0.3 s', async () => {
  const delay = (): string | undefined => {
    const [spinner] = document.querySelectorAll('.spinner');
    return spinner && getComputedStyle(spinner).animationDelay;
  };
  document.querySelector('.poster')?.replaceChildren();
  goTo('buffering');
  await until(delay).toBe('0s');
  goTo('playing', 'buffering');
  await until(delay).toBe('0.3s');
});

test('the poster of a video that has been seen does not come back with a pause, a stall or the end', () => {
  goTo('playing');
  for (const state of ['paused', 'buffering', 'ended'] as const) {
    goTo(state);
    expect([state, hasPoster()]).toEqual([state, false]);
  }
});

test('the next video has its poster until its own first frame', () => {
  goTo('playing');
  shown.player.goTo(PLAYER_STATE.buffering, { video: { ...VIDEO, videoId: 'orielmp4001' } });
  expect(hasPoster()).toBe(true);
  goTo('playing');
  expect(hasPoster()).toBe(false);
});

test('an error brings the poster back behind its card, and a recovery the picture', () => {
  goTo('playing');
  shown.player.set({ error: ERROR });
  expect([hasPoster(), shown.root.hasAttribute('data-error')]).toEqual([true, true]);
  shown.player.set({ error: null });
  expect([hasPoster(), shown.root.hasAttribute('data-error')]).toEqual([false, false]);
});

test('the page’s own start, which hides the poster early, ends with the first frame, an error or a video that is cued', () => {
  const isStarting = (): boolean => shown.root.hasAttribute('data-starting');
  const begin = (): void => {
    goTo('unstarted');
    shown.root.toggleAttribute('data-starting', true);
  };
  begin();
  goTo('buffering');
  expect([isStarting(), hasPoster()]).toEqual([true, false]);
  goTo('playing');
  expect(isStarting()).toBe(false);
  begin();
  goTo('cued');
  expect(isStarting()).toBe(false);
  begin();
  shown.player.set({ error: ERROR });
  expect(isStarting()).toBe(false);
});

test('attributes that stay the same are not written again: each would restyle the page', () => {
  const observer = new MutationObserver(() => undefined);
  const written = (): (string | null)[] => observer.takeRecords().map(({ attributeName }) => attributeName);
  observer.observe(shown.root, { attributes: true });
  shown.player.set({ volume: 40, position: { seconds: 3, atMs: 0, rate: 0 } });
  shown.player.set({ volume: 50 });
  expect(written()).toEqual([]);
  goTo('paused');
  expect(written()).toEqual(['data-state', 'data-started']);
  observer.disconnect();
});

test('the picture is hidden from screen readers until the first frame, beneath an error, and while cued', () => {
  const isHidden = (): boolean => shown.media.ariaHidden === 'true';
  expect(isHidden()).toBe(true);
  goTo('buffering');
  expect(isHidden()).toBe(true);
  goTo('playing');
  expect(isHidden()).toBe(false);
  goTo('paused');
  expect(isHidden()).toBe(false);
  shown.player.set({ error: ERROR });
  expect(isHidden()).toBe(true);
  shown.player.set({ error: null });
  goTo('cued');
  expect(isHidden()).toBe(true);
});
