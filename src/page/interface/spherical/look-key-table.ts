import type { WordKey } from '../../language/word.ts';
import type { SphericalView } from '../../spherical/spherical-view.ts';
import { turnOfKey } from '../../spherical/turn.ts';

const KEY_ZOOM_DEGREES = 5;

export type LookAction = (view: SphericalView) => void;

export const look =
  (left: number, up: number): LookAction =>
  (view) => {
    const { yaw, pitch } = turnOfKey(left, up, view.direction);
    view.turnBy(yaw, pitch);
  };

export const zoom =
  (wider: 1 | -1): LookAction =>
  (view) =>
    view.turnTo({ fov: view.direction.fov + wider * KEY_ZOOM_DEGREES });

export interface LookKeyRow {
  readonly label: WordKey;
  readonly values?: Readonly<Record<string, number>>;
  readonly shown: readonly string[];
  /** Works only while the picture itself has keyboard focus: elsewhere these are keys of the player. */
  readonly isFocusOnly: boolean;
  readonly keys: Readonly<Record<string, LookAction>>;
}

/** Keys of spherical videos. They precede the player's own keys, and the shortcut sheet lists them while they work. */
export const LOOK_KEY_TABLE: readonly LookKeyRow[] = [
  {
    label: 'keyLook',
    shown: ['W', 'A', 'S', 'D'],
    isFocusOnly: false,
    keys: { w: look(0, 1), a: look(1, 0), s: look(0, -1), d: look(-1, 0) },
  },
  { label: 'keyLookZoom', shown: [']', '['], isFocusOnly: false, keys: { ']': zoom(-1), '[': zoom(1) } },
  {
    label: 'keyLookFocused',
    shown: ['←', '→', '↑', '↓', '+', '-'],
    isFocusOnly: true,
    keys: {
      ArrowLeft: look(1, 0),
      ArrowRight: look(-1, 0),
      ArrowUp: look(0, 1),
      ArrowDown: look(0, -1),
      '+': zoom(-1),
      '=': zoom(-1),
      '-': zoom(1),
    },
  },
];

/** The action of a key, if it has one. Keys that need the focus cannot be turned off (WCAG 2.1.4 exempts them). */
export function lookActionOf(name: string, isPictureFocused: boolean, hasSingleKeys = true): LookAction | undefined {
  const isOffered = ({ isFocusOnly }: LookKeyRow): boolean => (isFocusOnly ? isPictureFocused : hasSingleKeys);
  return LOOK_KEY_TABLE.find((row) => name in row.keys && isOffered(row))?.keys[name];
}
