import type { WordKey } from '../../language/english.ts';
import type { SphericalView } from '../../spherical/spherical-view.ts';
import { turnOfKey } from '../../spherical/turn.ts';

const KEY_ZOOM_DEGREES = 5;

type LookAction = (view: SphericalView) => void;

const look =
  (left: number, up: number): LookAction =>
  (view) => {
    const { yaw, pitch } = turnOfKey(left, up, view.direction);
    view.turnBy(yaw, pitch);
  };

const zoom =
  (wider: 1 | -1): LookAction =>
  (view) =>
    view.turnTo({ fov: view.direction.fov + wider * KEY_ZOOM_DEGREES });

export interface LookKeyRow {
  readonly label: WordKey;
  readonly values?: Readonly<Record<string, number>>;
  readonly shown: readonly string[];
  /** Only while the picture itself has keyboard focus: elsewhere these are keys of the player. */
  readonly isFocusOnly: boolean;
  readonly keys: Readonly<Record<string, LookAction>>;
}

/** Keys of spherical films. They precede the player's own, and are in the sheet behind `?` while they work. */
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

/** What a key does, or nothing. */
export function lookActionOf(name: string, isPictureFocused: boolean): LookAction | undefined {
  return LOOK_KEY_TABLE.find(({ isFocusOnly, keys }) => name in keys && (isPictureFocused || !isFocusOnly))?.keys[name];
}
