import type { HostCommand, HostCommandArguments, HostCommandName } from '../../../protocol/host-messages.ts';
import { fail, succeed, type Outcome } from '../../../protocol/outcome.ts';
import type { PlayerController } from './player-controller.ts';
import type { CommandSource } from './player.ts';

type Runner<Name extends HostCommandName> = (
  player: PlayerController,
  args: HostCommandArguments<Name>,
  by: CommandSource,
) => Outcome<void>;

/** Handled by the bridge, or of no consequence inside the frame. */
const nothing = (): Outcome<void> => succeed(undefined);

/** Every command, in the player's own terms. */
const RUNNERS: { readonly [Name in HostCommandName]: Runner<Name> } = {
  cueVideoById: (player, options) => player.show(options, 'cue'),
  loadVideoById: (player, options) => player.show(options, 'load'),
  cueVideoByUrl: (player, options) => player.show(options, 'cue'),
  loadVideoByUrl: (player, options) => player.show(options, 'load'),
  cuePlaylist: (player, options) => player.show(options, 'cue'),
  loadPlaylist: (player, options) => player.show(options, 'load'),
  playVideo: (player, _, by) => player.play(by),
  pauseVideo: (player) => player.pause(),
  stopVideo: (player) => player.stopVideo(),
  seekTo: (player, [seconds, allowSeekAhead], by) => player.seekTo(seconds, allowSeekAhead ?? true, by),
  nextVideo: (player) => player.step(1),
  previousVideo: (player) => player.step(-1),
  playVideoAt: (player, [index]) => player.goTo(Math.trunc(index)),
  setLoop: (player, [loop]) => player.setLoop(loop),
  setShuffle: (player, [shuffled]) => player.setShuffle(shuffled),
  mute: (player) => player.setMuted(true),
  unMute: (player) => player.setMuted(false),
  setVolume: (player, [volume]) => player.setVolume(volume),
  setPlaybackRate: (player, [rate]) => player.setPlaybackRate(rate),
  setPlaybackQuality: (player, [quality]) => player.setQuality(quality),
  setPlaybackQualityRange: (player, [smallest, largest]) => player.setQuality(largest ?? smallest),
  setOption: (player, [module, option, value]) =>
    module === 'captions' || module === 'cc'
      ? setCaptionOption(player, option, value)
      : module === 'audio' && option === 'track'
        ? player.setAudioTrack(String(value))
        : nothing(),
  loadModule: (player, [module]) => (module === 'captions' ? player.captions.setModule(true) : nothing()),
  unloadModule: (player, [module]) => (module === 'captions' ? player.captions.setModule(false) : nothing()),
  setSphericalProperties: (player, [properties]) => player.setSpherical(properties),
  setSize: nothing,
  addEventListener: nothing,
  removeEventListener: nothing,
};

export function runCommand(player: PlayerController, command: HostCommand, by: CommandSource): Outcome<void> {
  /** The table's row and the arguments belong together by name, which the compiler cannot follow through the union. */
  const run = RUNNERS[command.name] as Runner<HostCommandName>;
  return run(player, command.arguments, by);
}

/** `track` takes `{ languageCode }` or an entry of the track list; `{}` turns captions off (host-api 2.3). */
function setCaptionOption(player: PlayerController, option: string, value: unknown): Outcome<void> {
  if (option === 'fontSize') {
    const size = Number(value);
    return Number.isFinite(size) ? player.captions.setFontSize(size) : fail('api.invalidparam', 'fontSize is a number');
  }
  if (option === 'reload') return player.captions.show(player.getSnapshot().captions.active);
  if (option !== 'track') return nothing();
  const languageCode = isRecord(value) ? value['languageCode'] : undefined;
  return typeof languageCode === 'string' ? player.captions.showLanguage(languageCode) : player.captions.show(-1);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
