import type { HostCommand, HostCommandArguments, HostCommandName } from '../host-messages/host-messages.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { Captions } from './captions/captions.ts';
import type { Playback } from './playback.ts';
import type { CommandSource } from './player.ts';
import type { PlayerModel } from './player-model.ts';
import type { Settings } from './settings.ts';
import type { VideoQueue } from './videos/video-queue.ts';
import type { Videos } from './videos/videos.ts';

/** The parts of the player that commands use. */
export interface PlayerFeatures {
  readonly model: PlayerModel;
  readonly videos: Videos;
  readonly queue: VideoQueue;
  readonly playback: Playback;
  readonly settings: Settings;
  readonly captions: Captions;
}

/** The caller, and the time of the request on the monotonic clock; `undefined` for now. */
interface Asked {
  readonly by: CommandSource;
  readonly atMs: number | undefined;
}

/** Runs a command; a result of `undefined` means that the command was accepted. */
type Runner<Name extends HostCommandName> = (
  features: PlayerFeatures,
  args: HostCommandArguments<Name>,
  asked: Asked,
) => Outcome<void> | void;

/** For commands that the bridge handles, or that have no effect inside the frame. */
const nothing = (): void => undefined;

/** Every command, as calls on the parts of the player. */
const RUNNERS: { readonly [Name in HostCommandName]: Runner<Name> } = {
  cueVideoById: ({ videos }, options, { atMs }) => videos.show(options, 'cue', atMs),
  loadVideoById: ({ videos }, options, { atMs }) => videos.show(options, 'load', atMs),
  cueVideoByUrl: ({ videos }, options, { atMs }) => videos.show(options, 'cue', atMs),
  loadVideoByUrl: ({ videos }, options, { atMs }) => videos.show(options, 'load', atMs),
  cuePlaylist: ({ videos }, options, { atMs }) => videos.show(options, 'cue', atMs),
  loadPlaylist: ({ videos }, options, { atMs }) => videos.show(options, 'load', atMs),
  playVideo: ({ playback }, _, { by, atMs }) => playback.play(by, atMs),
  pauseVideo: ({ playback }, _, { atMs }) => playback.pause(atMs),
  stopVideo: ({ playback }, _, { atMs }) => playback.stopVideo(atMs),
  seekTo: ({ playback }, [seconds, allowSeekAhead], { by, atMs }) =>
    playback.seekTo(seconds, allowSeekAhead ?? true, by, atMs),
  nextVideo: ({ playback }, _, { atMs }) => playback.step(1, atMs),
  previousVideo: ({ playback }, _, { atMs }) => playback.step(-1, atMs),
  playVideoAt: ({ videos }, [index], { atMs }) => videos.goTo(Math.trunc(index), atMs),
  setLoop: ({ model }, [loop]) => void model.update({ loop }),
  setShuffle: ({ queue }, [shuffled]) => queue.setShuffled(shuffled),
  mute: ({ settings }, _, { atMs }) => settings.setMuted(true, atMs),
  unMute: ({ settings }, _, { atMs }) => settings.setMuted(false, atMs),
  setVolume: ({ settings }, [volume], { atMs }) => settings.setVolume(volume, atMs),
  setPlaybackRate: ({ settings }, [rate], { atMs }) => settings.setPlaybackRate(rate, atMs),
  setPlaybackQuality: ({ settings }, [quality], { atMs }) => settings.setQuality(quality, atMs),
  setPlaybackQualityRange: ({ settings }, [smallest, largest], { atMs }) =>
    settings.setQuality(largest ?? smallest, atMs),
  setDataSaver: ({ model }, [choice]) => model.updateDataSaver({ choice }),
  setMaxQuality: ({ model }, [quality], { by }) => {
    const { maxQuality } = model.snapshot.dataSaver;
    model.updateDataSaver({ maxQuality: { ...maxQuality, [by === 'host' ? by : 'viewer']: quality } });
  },
  setOption: ({ captions, settings }, [module, option, value], { atMs }) =>
    isCaptionModule(module)
      ? setCaptionOption(captions, option, value, atMs)
      : module === 'audio' && option === 'track'
        ? setAudioOption(settings, value, atMs)
        : nothing(),
  loadModule: ({ captions }, [module], { atMs }) =>
    isCaptionModule(module) ? captions.setModule(true, atMs) : nothing(),
  unloadModule: ({ captions }, [module], { atMs }) =>
    isCaptionModule(module) ? captions.setModule(false, atMs) : nothing(),
  setSphericalProperties: ({ settings }, [properties]) => settings.setSpherical(properties),
  setPictureInPicture: ({ settings }, [active], { atMs }) => settings.setPictureInPicture(active, atMs),
  setHostFullscreen: ({ settings }, [active]) => settings.fullscreenChanged(active, 'host'),
  /** Carried out by the interface, which has the list of receivers (interface/television/). */
  setRemotePlayback: nothing,
  setConsent: nothing,
  setSize: nothing,
  addEventListener: nothing,
  removeEventListener: nothing,
};

export function runCommand(features: PlayerFeatures, command: HostCommand, asked: Asked): Outcome<void> {
  // The table's row and the arguments match by name, which the compiler cannot follow through the union.
  const run = RUNNERS[command.name] as Runner<HostCommandName>;
  return run(features, command.arguments, asked) ?? succeed(undefined);
}

/** `cc` is an older name of the module, which pages send beside `captions`. */
function isCaptionModule(module: string): boolean {
  return module === 'captions' || module === 'cc';
}

/** `track` accepts `{ languageCode }` or an entry of the track list; `{}` or no value turns captions off. Other values are refused. */
function setCaptionOption(captions: Captions, option: string, value: unknown, atMs?: number): Outcome<void> | void {
  if (option === 'fontSize') {
    // Objects are not converted: their conversion can run code and return any number.
    const size = typeof value === 'object' ? Number.NaN : Number(value);
    return Number.isFinite(size) ? captions.setFontSize(size) : fail('api.invalidparam', 'fontSize is a number');
  }
  if (option === 'reload') return captions.reload();
  if (option !== 'track') return undefined;
  const languageCode = languageCodeOf(value ?? {});
  if (typeof languageCode !== 'string') return fail('api.invalidparam', 'a caption track is { languageCode }');
  return languageCode === '' ? captions.hide(atMs) : captions.showLanguage(languageCode, atMs);
}

/** `null` where a track is neither named nor empty. */
function languageCodeOf(track: unknown): unknown {
  if (!isRecord(track)) return null;
  const isNamed = 'languageCode' in track || Object.keys(track).length === 0;
  return isNamed ? (track['languageCode'] ?? '') : null;
}

function setAudioOption(settings: Settings, value: unknown, atMs?: number): Outcome<void> {
  return settings.setAudioTrack(typeof value === 'number' ? String(value) : value, atMs);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
