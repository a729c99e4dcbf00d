import { PLAYBACK_RATES, PLAYER_STATE } from '../../../../protocol/host/player-info.ts';
import { neighbourChapter } from '../seek/chapters.ts';
import { toggleCaptions, togglePictureInPicture, togglePlayback } from '../controls/commands.ts';
import type { FrameStepper } from '../seek/frame-stepper.ts';
import type { SeekAccumulator } from '../seek/seek-accumulator.ts';
import { clampToTimeline, secondsAt, timelineOf } from '../seek/timeline.ts';
import type { PageTools, PlaybackTools, ViewerTools } from '../tools.ts';
import { positionAt } from '../../player/player.ts';

/** What keys work with. Commands to `player` count from when the key was pressed. */
export interface KeyTools
  extends
    Pick<PageTools, 'clock' | 'media' | 'parameters' | 'reportError'>,
    Pick<PlaybackTools, 'control' | 'fullscreen' | 'player'>,
    Pick<ViewerTools, 'captionStyles' | 'language' | 'notices' | 'panels' | 'section'> {
  /** When the key was pressed, on the monotonic clock. */
  readonly atMs: number;
  readonly frames: FrameStepper;
  readonly seekAccumulator: SeekAccumulator;
}

/**
 * Every effective key gives visible feedback; a key that changes nothing shows nothing. Volume and speed are read from
 * the element: the snapshot follows with an event, and keys can be faster.
 */
export type KeyAction = (tools: KeyTools) => void;

const positionOf = ({ player, clock }: KeyTools): number => positionAt(player.getSnapshot(), clock.monotonicNow());

export const playOrPause: KeyAction = ({ player, notices }) => {
  const wasPlaying = player.getSnapshot().position.rate > 0;
  togglePlayback(player);
  /** Icon only: the announcer reports the actual change. */
  notices.show('', { icon: wasPlaying ? 'pause' : 'play' });
};

export const seekBy =
  (seconds: number): KeyAction =>
  ({ seekAccumulator, atMs }) =>
    seekAccumulator.add(seconds, atMs);

export const seekToFraction =
  (fraction: number): KeyAction =>
  ({ player, control, notices, language, atMs }) => {
    const timeline = timelineOf(player.getSnapshot());
    if (!timeline.canSeek) return control.seekToFraction(fraction, 'viewer', atMs);
    const seconds = secondsAt(timeline, fraction);
    player.execute({ name: 'seekTo', arguments: [seconds, true] }, 'viewer');
    notices.show(language.clockTime(seconds - timeline.startSeconds));
  };

export const seekToChapter =
  (step: 1 | -1): KeyAction =>
  (tools) => {
    const { player, notices } = tools;
    const chapter = neighbourChapter(player.getSnapshot().video.chapters, positionOf(tools), step);
    if (chapter === null) return;
    player.execute({ name: 'seekTo', arguments: [chapter.startSeconds, true] }, 'viewer');
    notices.show(chapter.title);
  };

/** Only while paused, because a step between moving frames means nothing. */
export const stepFrame =
  (direction: 1 | -1): KeyAction =>
  ({ player, frames, notices, language, media, atMs, reportError }) => {
    if (player.getSnapshot().state !== PLAYER_STATE.paused) return;
    const before = notices.get();
    frames
      .step(direction, atMs)
      .then(() => {
        const now = notices.get();
        /** A frame can take a while, and the viewer's later input takes precedence. */
        if (now === null || now === before) notices.show(language.clockTime(media.currentTime, 2));
      })
      .catch(reportError);
  };

export const changeVolume =
  (by: number): KeyAction =>
  ({ player, control, notices, language, atMs }) => {
    const { volumePercent, muted } = control.settingsAt(atMs);
    const next = Math.min(100, Math.max(0, (muted ? 0 : volumePercent) + by));
    if (muted) player.execute({ name: 'unMute', arguments: [] }, 'viewer');
    player.execute({ name: 'setVolume', arguments: [next] }, 'viewer');
    notices.show(language.percent(next), { icon: 'volumeHigh' });
  };

export const toggleMute: KeyAction = ({ player, control, notices, language, atMs }) => {
  const { volumePercent, muted } = control.settingsAt(atMs);
  player.execute({ name: muted ? 'unMute' : 'mute', arguments: [] }, 'viewer');
  notices.show(muted ? language.percent(volumePercent) : language.say('muted'), {
    icon: muted ? 'volumeHigh' : 'muted',
  });
};

/** Shows the speed even at the limits, so that the key always gives feedback. */
export const changeSpeed =
  (step: 1 | -1): KeyAction =>
  ({ player, control, notices, language, atMs }) => {
    const { rate: present } = control.settingsAt(atMs);
    const next =
      step === 1 ? PLAYBACK_RATES.find((rate) => rate > present) : PLAYBACK_RATES.findLast((rate) => rate < present);
    if (next !== undefined) player.execute({ name: 'setPlaybackRate', arguments: [next] }, 'viewer');
    notices.show(language.speed(next ?? present));
  };

export const switchCaptions: KeyAction = ({ player, notices, language: { say } }) => {
  if (!toggleCaptions(player)) return notices.show(say('noCaptions'));
  const { active, tracks } = player.getSnapshot().captions;
  const name = tracks[active]?.name;
  notices.show(name === undefined ? say('captionsOff') : say('captionsOn', { name }));
};

export const resizeCaptions =
  (step: 1 | -1): KeyAction =>
  ({ captionStyles, notices, language }) =>
    notices.show(`${language.say('size')} ${language.percent(captionStyles.resize(step))}`);

export const fadeCaptionText: KeyAction = ({ captionStyles, notices, language }) =>
  notices.show(`${language.say('textOpacity')} ${language.percent(captionStyles.nextTextOpacity())}`);

export const fadeCaptionWindow: KeyAction = ({ captionStyles, notices, language }) =>
  notices.show(`${language.say('windowOpacity')} ${language.percent(captionStyles.nextWindowOpacity())}`);

export const goInPlaylist =
  (step: 1 | -1): KeyAction =>
  ({ player, notices, language }) => {
    if (player.getSnapshot().playlist === null) return;
    player.execute({ name: step === 1 ? 'nextVideo' : 'previousVideo', arguments: [] }, 'viewer');
    const { playlist } = player.getSnapshot();
    if (playlist === null) return;
    notices.show(language.say('playlistPlace', { index: playlist.index + 1, count: playlist.videoIds.length }));
  };

export const toggleFullscreen: KeyAction = ({ fullscreen, parameters }) => {
  if (parameters.fs) void fullscreen.toggle();
};

export const changePictureInPicture: KeyAction = ({ player }) => togglePictureInPicture(player);

/** First press sets the start, second the end, third clears both. */
export const markSection: KeyAction = (tools) => {
  const { section, notices, player, language } = tools;
  const timeline = timelineOf(player.getSnapshot());
  const { fromSeconds, toSeconds } = section.get();
  const now = clampToTimeline(timeline, positionOf(tools));
  if (fromSeconds === null) section.start(now);
  else if (toSeconds === null) section.end(now);
  else section.clear();
  notices.show(sectionWords(section.get(), language));
};

export function sectionWords(
  { fromSeconds, toSeconds }: { fromSeconds: number | null; toSeconds: number | null },
  { say, clockTime }: KeyTools['language'],
): string {
  if (fromSeconds === null) return say('sectionOff');
  if (toSeconds === null) return say('sectionStart', { time: clockTime(fromSeconds) });
  return say('sectionSet', { from: clockTime(fromSeconds), to: clockTime(toSeconds) });
}

export const showShortcuts: KeyAction = ({ panels }) => panels.toggle('shortcuts');
