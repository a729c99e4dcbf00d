import type { CreatePlayerOptions, OrielPlayer, VideoSource } from '../client/types.ts';
import type { ElementSettings } from './attributes.ts';

/** Start of a player that replaces another player, or whose element was commanded before the player existed. */
export interface StartingPoint {
  readonly isAutoplay: boolean;
  /** Seconds; `null` for the attribute `start`. */
  readonly seconds: number | null;
  readonly isMuted: boolean;
  /** `null` for the video of the attribute. */
  readonly videoId: string | null;
}

/** Parameters that the client itself sets. */
const OWN_PARAMETERS = ['enablejsapi', 'origin', 'widgetid', 'widget_referrer'];
const LIST_ID_CHARACTERS = 16;

/** Options of the promise client for the settings. The address has only parameters that differ from the player's defaults. */
export function playerOptions(settings: ElementSettings, start: StartingPoint): CreatePlayerOptions {
  const { host, title, loading, pauseOthers, geolocation } = settings;
  const videoId = start.videoId ?? settings.videoId;
  return {
    ...(videoId === '' ? {} : { videoId }),
    ...(host === '' ? {} : { host }),
    ...(title === '' ? {} : { title }),
    /** A frame that begins to play must not wait until it is near the viewport. */
    loading: start.isAutoplay ? 'eager' : loading,
    pauseOthers,
    geolocation,
    parameters: Object.fromEntries(parameters(settings, start)),
  };
}

function parameters(settings: ElementSettings, start: StartingPoint): Map<string, string> {
  const { playlist, end, loop, controls, theme, color, lang } = settings;
  const seconds = start.seconds ?? settings.start;
  const found = new Map(new URLSearchParams(settings.parameters));
  for (const name of OWN_PARAMETERS) found.delete(name);
  const set = (name: string, value: string | number | null): void => {
    if (value !== '' && value !== null) found.set(name, String(value));
  };
  if (playlist !== '') for (const [name, value] of listParameters(playlist)) set(name, value);
  set('start', seconds === 0 ? null : seconds);
  set('end', end);
  set('autoplay', start.isAutoplay ? 1 : null);
  set('mute', start.isMuted ? 1 : null);
  set('loop', loop ? 1 : null);
  set('controls', controls ? null : 0);
  set('theme', theme);
  set('color', color.replace('#', ''));
  set('hl', lang);
  return found;
}

/** Parameters for a list: the address takes video ids in `playlist`, but a list id in `list`. One video id is a list of one. */
function listParameters(playlist: string): [string, string][] {
  const ids = playlist.split(',').map((id) => id.trim());
  if (ids.length > 1 || playlist.length === 11) return [['playlist', ids.join(',')]];
  return [
    ['listType', 'playlist'],
    ['list', playlist.length === LIST_ID_CHARACTERS ? `PL${playlist}` : playlist],
  ];
}

/** Action that a change of settings requires. */
export type SettingsChange = 'none' | 'source' | 'remake';

const OF_THE_FRAME = [
  'host',
  'controls',
  'theme',
  'color',
  'lang',
  'parameters',
  'pauseOthers',
  'geolocation',
] as const;

/** `remake`: only a new frame can apply the change. `start` and `end` apply to the next video, and need no action. */
export function settingsChange(before: ElementSettings, after: ElementSettings): SettingsChange {
  if (OF_THE_FRAME.some((name) => before[name] !== after[name])) return 'remake';
  if (before.videoId === after.videoId && before.playlist === after.playlist) return 'none';
  // No single command sets both a video and a list.
  return after.videoId !== '' && after.playlist !== '' ? 'remake' : 'source';
}

/** Sends the player the changes that commands can make. A video that cannot be shown causes an `error` event. */
export function tellSettings(
  player: Pick<OrielPlayer, 'setLoop' | 'load' | 'cue'>,
  before: ElementSettings,
  after: ElementSettings,
  { isPlaying }: { readonly isPlaying: boolean },
): void {
  const commands: Promise<void>[] = [];
  if (after.loop !== before.loop) commands.push(player.setLoop(after.loop));
  if (settingsChange(before, after) === 'source') {
    const source = videoSource(after);
    commands.push(after.autoplay || isPlaying ? player.load(source) : player.cue(source));
  }
  for (const command of commands) command.catch(() => undefined);
}

/** The video or list of the settings as an argument of `load` and `cue`. */
export function videoSource({ videoId, playlist, start, end }: ElementSettings): VideoSource {
  const timing = { ...(start === null ? {} : { startSeconds: start }), ...(end === null ? {} : { endSeconds: end }) };
  if (playlist === '') return { videoId, ...timing };
  const ids = playlist.split(',').map((id) => id.trim());
  return { playlist: ids.length > 1 ? ids : playlist, ...timing };
}
