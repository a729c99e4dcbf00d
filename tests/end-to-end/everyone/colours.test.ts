// @module-tag thorough
import type { Page } from 'playwright';
import { SCREENS } from '../../../src/states/screens.ts';
import { test } from '../support/test.ts';
import { show } from './support/show.ts';

const screen = (name: string) => {
  const found = SCREENS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no screen ${name}`);
  return found;
};

/** Screens with everything that lies over the picture, and with every kind of row. */
const BUSY = [
  'poster',
  'captions on',
  'seek bar with focus',
  'settings',
  'more',
  'keys',
  'share',
  'offline',
  'behind live',
  'next video announced',
  'remembering is offered',
  'going on is offered',
  'sound is offered',
  'a section repeats',
  'buttons for looking around',
  'error with another try',
] as const;

/** Returns a function that emulates one media feature, in place of the previous one. */
async function wishes(page: Page): Promise<(name: string, value: string) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  return async (name, value) => {
    await devtools.send('Emulation.setEmulatedMedia', { features: [{ name, value }] });
    await page.waitForFunction(([feature, wanted]) => matchMedia(`(${feature}: ${wanted})`).matches, [name, value]);
  };
}

/** Moves a pointer of this type over the player: its layout for fingers has buttons in the middle. */
const use = (page: Page, pointerType: 'mouse' | 'touch') =>
  page.evaluate(
    (type) =>
      document
        .querySelector('#player')
        ?.dispatchEvent(new PointerEvent('pointermove', { pointerType: type, bubbles: true })),
    pointerType,
  );

/**
 * Parts of the interface that are translucent: backgrounds, gradients and texts. Captions are left out, because viewers
 * choose their look.
 */
const translucent = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const alphaOf = (color: string): number => Number(/(?:^rgba\(.*, |\/ )([\d.]+)\)$/.exec(color)?.[1] ?? 1);
    const isTranslucent = (color: string): boolean => alphaOf(color) > 0 && alphaOf(color) < 1;
    const found: string[] = [];
    const look = (element: Element, pseudo?: '::before' | '::after'): void => {
      const style = getComputedStyle(element, pseudo);
      if (pseudo !== undefined && (style.content === 'none' || style.display === 'none')) return;
      const name = `${element.className || element.localName}${pseudo ?? ''}`;
      if (isTranslucent(style.backgroundColor)) found.push(`${name} background ${style.backgroundColor}`);
      if (style.backgroundImage.includes('gradient')) found.push(`${name} ${style.backgroundImage.slice(0, 40)}`);
      const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
      if (pseudo === undefined && hasText && isTranslucent(style.color)) found.push(`${name} text ${style.color}`);
    };
    for (const element of document.querySelectorAll('.player, .player *')) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest('.captions, .style-sample, svg, #poster, .profiler') !== null) continue;
      look(element);
      look(element, '::before');
      look(element, '::after');
    }
    return found;
  });

const WISHES = [
  ['prefers-contrast', 'more'],
  ['prefers-reduced-transparency', 'reduce'],
] as const;

test.concurrent('with more contrast, cards and buttons over the picture have an edge', async ({ product, expect }) => {
  for (const [state, selector] of [
    ['settings', '.panel'],
    ['remembering is offered', '.resume-question'],
    ['offline', '.banner'],
    ['seek bar with focus', '.seek-label'],
    ['next video announced', '.up-next'],
    ['buttons for looking around', '.look-pad'],
    ['sound is offered', '.unmute'],
  ] as const) {
    const { page, context } = await show(product, screen(state));
    const wish = await wishes(page);
    const edge = () => page.locator(selector).evaluate((part) => getComputedStyle(part).borderTopWidth);
    expect([state, await edge()]).toEqual([state, '0px']);
    await wish('prefers-contrast', 'more');
    expect([state, await edge()]).toEqual([state, '1px']);
    await context.close();
  }
});

/** Controls and states of controls that have the same computed colour as their background. */
const unseen = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const visible = (selector: string): HTMLElement[] =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((one) =>
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      );
    const isSolid = (color: string): boolean => color.startsWith('rgb(');
    // Background of the control, or of the card that it is on.
    const groundOf = (control: Element): string =>
      [control, control.closest('.panel, .look-pad') ?? control]
        .map((one) => getComputedStyle(one).backgroundColor)
        .find(isSolid) ?? 'the picture';
    const controls = visible('.icon-button, .text-button, .big-play');
    if (controls.length === 0) found.push('no controls');
    for (const control of controls) {
      const { color, borderTopStyle, borderTopColor } = getComputedStyle(control);
      const ground = groundOf(control);
      const hasEdge = borderTopStyle === 'solid' && borderTopColor !== ground;
      if (ground === 'the picture' || color === ground || !hasEdge)
        found.push(`${control.ariaLabel ?? control.textContent}: ${color} on ${ground}, ${borderTopStyle}`);
    }
    for (const control of visible('.icon-button[aria-pressed="true"]')) {
      const line = getComputedStyle(control, '::after').backgroundColor;
      if (line === getComputedStyle(control).backgroundColor) found.push(`${control.ariaLabel}: pressed like others`);
    }
    for (const part of visible('.switch')) {
      const thumb = getComputedStyle(part, '::before').backgroundColor;
      const { backgroundColor, borderTopColor } = getComputedStyle(part);
      const isOn = part.parentElement?.ariaChecked === 'true';
      const ground = getComputedStyle(part.closest('.panel') ?? part).backgroundColor;
      if (thumb === (isOn ? backgroundColor : ground) || borderTopColor === ground) found.push(`switch, on: ${isOn}`);
    }
    for (const card of visible(
      '.panel, .bubble, .banner, .notice, .seek-label, .up-next, .resume-question, .look-pad',
    )) {
      const { backgroundColor, borderTopStyle } = getComputedStyle(card);
      if (!isSolid(backgroundColor) || borderTopStyle !== 'solid') found.push(`${card.className} ${backgroundColor}`);
    }
    const [bar] = visible('.seek');
    if (bar !== undefined) {
      const colorOf = (selector: string, pseudo?: string): string => {
        const part = bar.querySelector(selector);
        return part === null ? '' : getComputedStyle(part, pseudo).backgroundColor;
      };
      const ground = colorOf('.seek-line');
      for (const [name, color] of [
        ['played part', colorOf('.seek-played')],
        ['thumb', colorOf('.seek-thumb', '::before')],
      ] as const)
        if (color === ground || color === '') found.push(`${name}: ${color} on ${ground}`);
      const gap = colorOf('.seek-mark');
      if (gap !== '' && gap === colorOf('.seek-played')) found.push(`gap like the played part: ${gap}`);
    }
    return found;
  });

test.concurrent.for([...BUSY, 'video all around', 'more, subscribed'] as const)(
  'nothing is translucent with more contrast or less transparency, and every control is visible in forced colours (WCAG 1.4.11): %s',
  async (state, { product, expect }) => {
    for (const colorScheme of ['dark', 'light'] as const) {
      const { page, context } = await show(product, screen(state), { colorScheme });
      const wish = await wishes(page);
      // Without the preferences the settings are translucent; otherwise the test would prove nothing.
      if (state === 'settings') expect(await translucent(page)).not.toEqual([]);
      for (const [name, value] of WISHES) {
        await wish(name, value);
        for (const pointer of ['touch', 'mouse'] as const) {
          await use(page, pointer);
          // Colours change in a transition, so the test polls.
          await expect.poll(() => translucent(page), { message: `${colorScheme} ${name} ${pointer}` }).toEqual([]);
        }
      }
      await wish('forced-colors', 'active');
      await expect.poll(() => unseen(page), { message: colorScheme }).toEqual([]);
      await page.setViewportSize({ width: 344, height: 194 });
      await use(page, 'touch');
      await expect.poll(() => unseen(page), { message: `${colorScheme} finger` }).toEqual([]);
      await context.close();
    }
  },
);
