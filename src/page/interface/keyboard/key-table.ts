import type { WordKey } from '../../language/english.ts';
import * as actions from './key-actions.ts';
import type { KeyAction } from './key-actions.ts';
import { SEEK_LEAP_SECONDS, SEEK_STEP_SECONDS } from '../seek/seek-steps.ts';

/** Up and down arrows change the volume by this much of 100, as in other embeds. */
const VOLUME_STEP = 5;

/** One line of the table: what it does, how the sheet shows its keys, and what each key does. */
export interface KeyRow {
  readonly label: WordKey;
  readonly values?: Readonly<Record<string, number>>;
  readonly shown: readonly string[];
  readonly keys: Readonly<Record<string, KeyAction>>;
}

/** Every key of the player. The handlers and the sheet behind `?` use the same table. */
export const KEY_TABLE: readonly KeyRow[] = [
  {
    label: 'keyPlay',
    shown: ['␣', 'K'],
    keys: { ' ': actions.playOrPause, k: actions.playOrPause, MediaPlayPause: actions.playOrPause },
  },
  {
    label: 'keySeek',
    values: { count: SEEK_STEP_SECONDS },
    shown: ['←', '→'],
    keys: { ArrowLeft: actions.seekBy(-SEEK_STEP_SECONDS), ArrowRight: actions.seekBy(SEEK_STEP_SECONDS) },
  },
  {
    label: 'keySeek',
    values: { count: SEEK_LEAP_SECONDS },
    shown: ['J', 'L'],
    keys: { j: actions.seekBy(-SEEK_LEAP_SECONDS), l: actions.seekBy(SEEK_LEAP_SECONDS) },
  },
  { label: 'keyFrame', shown: [',', '.'], keys: { ',': actions.stepFrame(-1), '.': actions.stepFrame(1) } },
  {
    label: 'keyStart',
    shown: ['Home', 'End'],
    keys: { Home: actions.seekToFraction(0), End: actions.seekToFraction(1) },
  },
  {
    label: 'keyTenth',
    shown: ['0', '…', '9'],
    keys: Object.fromEntries(
      Array.from({ length: 10 }, (_, digit) => [String(digit), actions.seekToFraction(digit / 10)]),
    ),
  },
  {
    label: 'keyChapter',
    shown: ['Ctrl ←', 'Ctrl →'],
    keys: { 'Control+ArrowLeft': actions.seekToChapter(-1), 'Control+ArrowRight': actions.seekToChapter(1) },
  },
  {
    label: 'keyPlaylist',
    shown: ['⇧ P', '⇧ N'],
    keys: { 'Shift+p': actions.goInPlaylist(-1), 'Shift+n': actions.goInPlaylist(1) },
  },
  { label: 'keySpeed', shown: ['<', '>'], keys: { '<': actions.changeSpeed(-1), '>': actions.changeSpeed(1) } },
  { label: 'section', shown: ['R'], keys: { r: actions.markSection } },
  {
    label: 'keyVolume',
    shown: ['↑', '↓'],
    keys: { ArrowUp: actions.changeVolume(VOLUME_STEP), ArrowDown: actions.changeVolume(-VOLUME_STEP) },
  },
  { label: 'mute', shown: ['M'], keys: { m: actions.toggleMute } },
  { label: 'captions', shown: ['C'], keys: { c: actions.switchCaptions } },
  {
    label: 'keyCaptionSize',
    shown: ['+', '-'],
    keys: { '+': actions.resizeCaptions(1), '=': actions.resizeCaptions(1), '-': actions.resizeCaptions(-1) },
  },
  { label: 'keyTextOpacity', shown: ['O'], keys: { o: actions.fadeCaptionText } },
  { label: 'keyWindowOpacity', shown: ['W'], keys: { w: actions.fadeCaptionWindow } },
  { label: 'fullscreen', shown: ['F'], keys: { f: actions.toggleFullscreen } },
  { label: 'pictureInPicture', shown: ['I'], keys: { i: actions.changePictureInPicture } },
  { label: 'keyHelp', shown: ['?'], keys: { '?': actions.showShortcuts } },
];

export const KEY_ACTIONS: ReadonlyMap<string, KeyAction> = new Map(
  KEY_TABLE.flatMap(({ keys }) => Object.entries(keys)),
);
