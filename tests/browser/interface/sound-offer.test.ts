import { beforeEach, expect, test } from 'vitest';
import { page as frame } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { openInterface, type OpenInterface } from './support/open-interface.ts';
import { until } from './support/until.ts';

beforeEach(() => frame.viewport(640, 360));

/** Captions at the top of the picture, and a title as in the first paint. */
async function openMuted(pointer: 'coarse' | 'fine' = 'fine'): Promise<OpenInterface> {
  const opened = await openInterface({
    state: PLAYER_STATE.playing,
    muted: true,
    captions: {
      tracks: [{ url: '/en.vtt', languageCode: 'en', name: 'English', kind: 'captions', isDefault: true }],
      active: 0,
      hasFailed: false,
      moduleLoaded: true,
      fontSize: 0,
      cues: [Object.assign(new VTTCue(0, 20, 'Four small worlds, and one of them is made of sand'), { line: 0 })],
    },
  });
  const { root } = opened.given.page;
  root.dataset['pointer'] = pointer;
  const bar = root.appendChild(document.createElement('div'));
  bar.className = 'title-bar';
  bar.innerHTML = '<h1 class="title"><a class="title-link" href="#">Four small worlds with a long title</a></h1>';
  opened.mount(opened.features);
  await until(() => root.querySelectorAll('.unmute, .caption-line').length).toBe(2);
  return opened;
}

function find(root: HTMLElement, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`nothing is ${selector}`);
  return found;
}

/** The title is drawn on one line that ends with its text. */
function boxOf(element: HTMLElement): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element);
  return element.matches('.title') ? range.getBoundingClientRect() : element.getBoundingClientRect();
}

function doOverlap(one: DOMRect, other: DOMRect): boolean {
  const isBeside = one.right <= other.left || other.right <= one.left;
  return !isBeside && one.bottom > other.top && other.bottom > one.top;
}

const SIZES = [
  [200, 113, 'fine'],
  [320, 180, 'fine'],
  [344, 194, 'coarse'],
  [640, 360, 'fine'],
  [640, 360, 'coarse'],
  [1280, 720, 'fine'],
] as const;

test.each(SIZES)('at %i × %i px with a %s pointer the offer covers no title and no caption', async (...size) => {
  const [width, height, pointer] = size;
  await frame.viewport(width, height);
  const { given, features } = await openMuted(pointer);
  const { root } = given.page;
  const covered = (): string[] =>
    ['.title', '.caption-line', '.control-bar', '.top-actions'].filter((selector) => {
      const part = find(root, selector);
      const isDrawn = (one: Element): boolean => getComputedStyle(one).opacity !== '0';
      return (
        isDrawn(find(root, '.corner')) &&
        isDrawn(part.closest('.title-bar, .control-bar, .top-actions') ?? part) &&
        doOverlap(boxOf(find(root, '.unmute')), boxOf(part))
      );
    });
  for (const isIdle of [false, true]) {
    features.playback.attention.send(isIdle ? 'dismissed' : 'pointed');
    await until(() => root.hasAttribute('data-idle')).toBe(isIdle);
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
    expect([isIdle, covered()]).toEqual([isIdle, []]);
  }
  // The focus of a keyboard brings the title back.
  find(root, '.title-link').focus();
  const bar = find(root, '.title-bar');
  // In the smallest frames captions have taken its place.
  await until(() => bar.checkVisibility() && getComputedStyle(bar).opacity).not.toBe('0');
  expect(covered()).toEqual([]);
});

test('the unmute button mentions a tap only to touch users, and shrinks to its icon after five seconds until the mouse moves', async () => {
  const { given, features, clock } = await openMuted();
  const { root } = given.page;
  const button = find(root, '.unmute');
  const width = (): number => button.getBoundingClientRect().width;
  expect(button.textContent).toBe('Unmute');
  features.playback.attention.send('dismissed');
  const wide = width();
  await clock.advance(5_000);
  await until(() => width()).toBeLessThan(wide / 2);
  features.playback.attention.send('pointed');
  await until(width).toBe(wide);
  root.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
  await until(() => button.textContent).toBe('Tap to unmute');
  expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(48);
});
