import { ApiInfo } from './api-info.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { numberOf } from '../plain-values.ts';
import type { PlayerInfo } from '../../../protocol/host/player-info.ts';

/** The time is extrapolated at most this far from the last delivery, because the frame may have stopped. */
const CLOCK_EXTRAPOLATION_MAX_MS = 1_000;
/** Largest correction of the time that does not count as a seek. */
const CLOCK_SLEW_MAX_SECONDS = 0.25;
/** Duration over which a correction is spread: a client that polls every 50 ms treats a step of 0.1 s as a seek. */
const CLOCK_SLEW_MS = 500;

type Fields = Omit<PlayerInfo, 'progressState' | 'currentTimeLastUpdated_' | 'videoData'> & {
  readonly videoData: Pick<PlayerInfo['videoData'], 'video_id' | 'title' | 'author'>;
  readonly progressState: Partial<PlayerInfo['progressState']>;
};

/** Fields without a getter in the script API. */
const OTHER_FIELDS = {
  chapters: [],
  pictureInPicture: false,
  remotePlayback: false,
  dataSaver: false,
  hasSoundAlone: false,
  wireVersion: '',
  progressState: {},
};

/** Values before the first delivery, by the names of the getters: `foo` is read by `getFoo`, and `muted` by `isMuted`. */
function readableFields(muted: boolean): Omit<Fields, keyof typeof OTHER_FIELDS> {
  return {
    playerState: PLAYER_STATE.unstarted,
    currentTime: 0,
    duration: 0,
    videoData: { video_id: '', title: '', author: '' },
    videoUrl: '',
    volume: 100,
    muted,
    playbackRate: 1,
    availablePlaybackRates: [1],
    playbackQuality: 'unknown',
    availableQualityLevels: [],
    videoLoadedFraction: 0,
    videoBytesLoaded: 0,
    videoBytesTotal: 1,
    videoStartBytes: 0,
    mediaReferenceTime: 0,
    playlist: null,
    playlistIndex: -1,
    playlistId: null,
    sphericalProperties: {},
  };
}

export const READABLE_FIELDS = Object.keys(readableFields(false));

/** The state of the player from the last deliveries. Reads return it at once. */
export class PlayerCache {
  readonly apiInfo = new ApiInfo();
  readonly #clock: Clock;
  #fields: Record<string, unknown>;
  /** Monotonic time at which `currentTime` was exact, milliseconds. */
  #timeAtMs = 0;
  /** Lead of the extrapolated time when the last delivery arrived; decays to 0. */
  #leadSeconds = 0;
  #expectsJump = false;

  constructor(clock: Clock, muted: boolean) {
    this.#clock = clock;
    this.#fields = { ...readableFields(muted), ...OTHER_FIELDS };
  }

  read(field: string): unknown {
    return this.#fields[field];
  }

  /** While playing, the time advances between deliveries, with a limit: the frame may have stopped. */
  get currentTime(): number {
    const { currentTime, playbackRate, playerState, duration } = this.#fields as unknown as Fields;
    if (playerState !== PLAYER_STATE.playing) return currentTime;
    const sinceMs = this.#clock.monotonicNow() - this.#timeAtMs;
    const elapsedMs = Math.min(CLOCK_EXTRAPOLATION_MAX_MS, sinceMs);
    const lead = this.#leadSeconds * Math.max(0, 1 - sinceMs / CLOCK_SLEW_MS);
    const time = currentTime + (elapsedMs / 1_000) * playbackRate + lead;
    return duration > 0 ? Math.min(time, Math.max(duration, currentTime)) : time;
  }

  /** Merges known fields whose type is right. */
  merge(patch: Readonly<Record<string, unknown>>): void {
    const wasPlaying = this.#isPlaying;
    const expected = this.currentTime;
    if ('playbackRate' in patch && !('currentTime' in patch)) this.#setTime(expected, 0);
    for (const field of Object.keys(this.#fields))
      if (field in patch && fits(field, this.#fields[field], patch[field])) this.#fields[field] = patch[field];
    if (typeof patch['currentTime'] === 'number') {
      const stampMs = numberOf(patch['currentTimeLastUpdated_']) * 1_000;
      const transitMs = this.#clock.now() - stampMs;
      // An implausible stamp means that a clock was set, not that a message was slow.
      const isPlausible = transitMs >= 0 && transitMs <= CLOCK_EXTRAPOLATION_MAX_MS;
      this.#setTime(patch['currentTime'], isPlausible ? transitMs : 0);
      if (wasPlaying && this.#isPlaying && !this.#expectsJump) this.#slewFrom(expected);
      this.#expectsJump = false;
    }
  }

  /** Call it when a seek was requested: the next reported time is applied without smoothing. */
  expectJump(): void {
    this.#expectsJump = true;
  }

  /**
   * Resets the time when another video is requested: hosts must not read a time of the previous video, which vidstack would treat
   * as a seek.
   */
  restartAt(seconds: number): void {
    this.#setTime(seconds, 0);
  }

  #setTime(seconds: number, transitMs: number): void {
    this.#fields['currentTime'] = seconds;
    this.#timeAtMs = this.#clock.monotonicNow() - transitMs;
    this.#leadSeconds = 0;
  }

  /**
   * Media clocks start a little late and drift; small corrections are spread, so that hosts do not take them for seeks.
   */
  #slewFrom(expected: number): void {
    const lead = expected - this.currentTime;
    const sinceMs = this.#clock.monotonicNow() - this.#timeAtMs;
    const left = 1 - sinceMs / CLOCK_SLEW_MS;
    if (Math.abs(lead) <= CLOCK_SLEW_MAX_SECONDS && left > 0) this.#leadSeconds = lead / left;
  }

  get #isPlaying(): boolean {
    return this.#fields['playerState'] === PLAYER_STATE.playing;
  }
}

function fits(field: string, present: unknown, next: unknown): boolean {
  if (field === 'playlist') return next === null || Array.isArray(next);
  if (field === 'playlistId') return next === null || typeof next === 'string';
  return typeof next === typeof present && next !== null && Array.isArray(next) === Array.isArray(present);
}
