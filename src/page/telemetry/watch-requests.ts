import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { HostCommandName } from '../host-messages/host-messages.ts';
import type { EventPayload } from '../../../protocol/events/events.ts';
import type { CommandSource, PlayerSnapshot } from '../player/player.ts';
import type { TelemetryOptions } from './telemetry-options.ts';

/** A volume is logged once it has lasted this long, because a slider sends many volumes. */
const VOLUME_SETTLES_MS = 500;

type RequestedBy = EventPayload<'playbackRequested'>['by'];

const LOADS: ReadonlySet<HostCommandName> = new Set(['playVideo', 'loadVideoById', 'loadVideoByUrl', 'loadPlaylist']);
/** Commands that change nothing at the end of a list. */
const STEPS: ReadonlySet<HostCommandName> = new Set(['playVideoAt', 'nextVideo', 'previousVideo']);
const VOLUME_COMMANDS: ReadonlySet<HostCommandName> = new Set(['mute', 'unMute', 'setVolume']);

type PlayRequestOptions = Pick<TelemetryOptions, 'player' | 'control'> & {
  readonly infrastructure: Pick<TelemetryOptions['infrastructure'], 'log'>;
};
type RequestOptions = PlayRequestOptions & Pick<TelemetryOptions, 'clock' | 'lifecycle'>;

/** Logs requests to play, volumes and choices of quality, with their source. */
export function watchRequests({ player, control, infrastructure, clock, lifecycle }: RequestOptions): void {
  watchPlayRequests({ player, control, infrastructure });
  watchVolume({ player, control, infrastructure, clock, lifecycle });
  let { qualityChoice } = player.getSnapshot();
  player.subscribe(() => {
    const { qualityChoice: quality, video } = player.getSnapshot();
    if (quality === qualityChoice) return;
    qualityChoice = quality;
    infrastructure.log('qualitySelected', { videoId: video.videoId, quality });
  });
}

function watchPlayRequests({ player, control, infrastructure }: PlayRequestOptions): void {
  // Source of a request whose video is not known yet: the provider names the first video of a list.
  let pending: RequestedBy | null = null;
  let isFirst = true;
  let playedId = '';
  const note = (by: RequestedBy): void => {
    isFirst = false;
    pending = by;
    follow();
  };
  const follow = (): void => {
    const { state, video } = player.getSnapshot();
    const isPlaying = state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering;
    // For playback that began before this code was loaded: the source of an earlier command, else `autoplay` of the address.
    if (isFirst && isPlaying) return note(earlierSource(control) ?? 'autoplay');
    if (isPlaying) playedId = video.videoId;
    if (pending === null || video.videoId === '') return;
    infrastructure.log('playbackRequested', { videoId: video.videoId, by: pending });
    pending = null;
  };
  control.onCommand(({ command: { name }, by, accepted }) => {
    const isStep = STEPS.has(name) && player.getSnapshot().video.videoId !== playedId;
    const source = sourceOf(by);
    if (accepted && source !== undefined && (isStep || LOADS.has(name))) note(source);
  });
  player.subscribe(follow);
  follow();
}

function earlierSource({ lastSourceOf }: TelemetryOptions['control']): RequestedBy | undefined {
  return [...LOADS].map((name) => sourceOf(lastSourceOf(name))).find((source) => source !== undefined);
}

function sourceOf(by: CommandSource | undefined): 'viewer' | 'host' | undefined {
  return by === 'viewer' || by === 'host' ? by : undefined;
}

function watchVolume({ player, control, infrastructure, clock, lifecycle }: RequestOptions): void {
  let logged = player.getSnapshot();
  let latest = logged;
  // A volume that no command has set was changed by the player, the browser or the system.
  let by: EventPayload<'volumeChanged'>['by'] = 'player';
  let cancelLog = (): void => undefined;
  const log = (): void => {
    cancelLog();
    const { volume, muted } = latest;
    if (!isSameVolume(logged, latest)) infrastructure.log('volumeChanged', { volume, muted, by });
    logged = latest;
    by = 'player';
  };
  control.onCommand(({ command: { name }, by: source }) => {
    if (VOLUME_COMMANDS.has(name) && !isSameVolume(logged, latest)) by = sourceOf(source) ?? 'player';
  });
  player.subscribe(() => {
    const now = player.getSnapshot();
    if (isSameVolume(now, latest)) return;
    latest = now;
    cancelLog();
    cancelLog = clock.after(VOLUME_SETTLES_MS, log);
  });
  lifecycle.subscribe(({ state, visibility }) => {
    if (state === 'document_disposed' || visibility === 'hidden') log();
  });
}

function isSameVolume(one: PlayerSnapshot, other: PlayerSnapshot): boolean {
  return one.volume === other.volume && one.muted === other.muted;
}
