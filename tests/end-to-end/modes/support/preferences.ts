import type { Visit } from './open-player.ts';

/** Choices of the viewer that outlive the page where it may keep them, as settings and element show them. */
export interface Preferences {
  /** Words of the rows. */
  readonly dataUse: string;
  readonly sound: string;
  readonly speed: string;
  readonly captions: string;
  readonly captionSize: string;
  readonly volume: number;
}

export const DEFAULTS: Preferences = {
  dataUse: 'Normal',
  sound: 'Normal',
  speed: 'Normal',
  captions: 'Off',
  captionSize: '100%',
  volume: 1,
};
export const CHOSEN: Preferences = {
  dataUse: 'Data saver, ≤ 480p',
  sound: '150%',
  speed: '1.25×',
  captions: 'English',
  captionSize: '150%',
  volume: 0.95,
};
const CHOICES: readonly (readonly string[])[] = [
  ['Settings', 'More settings', 'Data usage', 'On'],
  ['Settings', 'More settings', 'Data usage', '480p'],
  ['Settings', 'More settings', 'Sound', '150%'],
  ['Settings', 'Speed', '1.25×'],
  ['Settings', 'Captions', 'English'],
  ['Settings', 'Captions', 'Caption style', 'Size'],
];

/** By the ways that viewers take. */
export async function choosePreferences({ frame }: Visit): Promise<void> {
  await frame.evaluate(async (ways) => {
    for (const way of ways) await window.walker.go(...way);
    await window.walker.leave();
    window.walker.write('.volume-input', '95');
  }, CHOICES);
}

/** Opens the settings and leaves them again. */
export function readPreferences({ frame }: Visit): Promise<Preferences> {
  return frame.evaluate(async () => {
    const { walker } = window;
    const valueOf = (row: string): string =>
      document.querySelector(`.settings [data-row="${row}"] .menu-value`)?.textContent ?? '';
    await walker.go('Settings');
    const rows = { speed: valueOf('speed'), captions: valueOf('captions') };
    await walker.go('Settings', 'More settings');
    const others = { dataUse: valueOf('dataUse'), sound: valueOf('sound') };
    await walker.go('Settings', 'Captions', 'Caption style');
    const [, size] = document.querySelectorAll<HTMLSelectElement>('.style-page select');
    const captionSize = size?.selectedOptions[0]?.textContent ?? '';
    await walker.leave();
    const volume = Math.round((document.querySelector('video')?.volume ?? NaN) * 100) / 100;
    return { ...rows, ...others, captionSize, volume };
  });
}
