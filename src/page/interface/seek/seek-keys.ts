import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { positionOf, type KeyAction, type KeyRow } from '../keyboard/key-row.ts';
import { notices } from '../shared/notices.ts';
import { neighbourChapter } from './chapters.ts';
import { frameStepper } from './frame-stepper.ts';
import { seekAccumulator } from './seek-accumulator.ts';
import { SEEK_LEAP_SECONDS, SEEK_STEP_SECONDS } from './seek-steps.ts';
import { secondsAt, timelineOf } from './timeline.ts';

const seekBy =
  (seconds: number): KeyAction =>
  ({ features, atMs }) =>
    features.get(seekAccumulator).add(seconds, atMs);

const seekToFraction =
  (fraction: number): KeyAction =>
  ({ player, features, atMs }) => {
    const timeline = timelineOf(player.getSnapshot());
    if (!timeline.canSeek) return features.playback.control.seekToFraction(fraction, 'viewer', atMs);
    const seconds = secondsAt(timeline, fraction);
    player.execute({ name: 'seekTo', arguments: [seconds, true] }, 'viewer');
    features.get(notices).show(features.language.clockTime(seconds - timeline.startSeconds));
  };

const seekToChapter =
  (step: 1 | -1): KeyAction =>
  (press) => {
    const { player, features } = press;
    const chapter = neighbourChapter(player.getSnapshot().video.chapters, positionOf(press), step);
    if (chapter === null) return;
    player.execute({ name: 'seekTo', arguments: [chapter.startSeconds, true] }, 'viewer');
    features.get(notices).show(chapter.title);
  };

/** Only while paused, because a step between moving frames means nothing. */
const stepFrame =
  (direction: 1 | -1): KeyAction =>
  ({ player, features, atMs }) => {
    if (player.getSnapshot().state !== PLAYER_STATE.paused) return;
    const { page, language } = features;
    const stepper = features.get(frameStepper);
    const notice = features.get(notices);
    const before = notice.get();
    stepper
      .step(direction, atMs)
      .then(() => {
        const now = notice.get();
        // A step can take a while, and the notice of the viewer's later input takes precedence.
        if (now === null || now === before) notice.show(language.clockTime(stepper.seconds, 2));
      })
      .catch(page.reportError);
  };

export const SEEK_KEYS: readonly KeyRow[] = [
  {
    label: 'keySeek',
    values: { count: SEEK_STEP_SECONDS },
    shown: ['←', '→'],
    repeats: true,
    keys: { ArrowLeft: seekBy(-SEEK_STEP_SECONDS), ArrowRight: seekBy(SEEK_STEP_SECONDS) },
  },
  {
    label: 'keySeek',
    values: { count: SEEK_LEAP_SECONDS },
    shown: ['J', 'L'],
    repeats: true,
    keys: { j: seekBy(-SEEK_LEAP_SECONDS), l: seekBy(SEEK_LEAP_SECONDS) },
  },
  { label: 'keyFrame', shown: [',', '.'], repeats: true, keys: { ',': stepFrame(-1), '.': stepFrame(1) } },
  { label: 'keyStart', shown: ['Home', 'End'], keys: { Home: seekToFraction(0), End: seekToFraction(1) } },
  {
    label: 'keyTenth',
    shown: ['0', '…', '9'],
    keys: Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [String(digit), seekToFraction(digit / 10)])),
  },
  {
    label: 'keyChapter',
    shown: ['Ctrl ←', 'Ctrl →'],
    repeats: true,
    keys: { 'Control+ArrowLeft': seekToChapter(-1), 'Control+ArrowRight': seekToChapter(1) },
  },
];
