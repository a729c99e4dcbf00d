import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { FRAME_EVENTS, HOST_COMMAND_NAMES, HOST_READS } from '../../host-messages/host-messages.ts';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { Player, PlayerSnapshot } from '../../player/player.ts';
import { apiInfo } from './caption-module.ts';
import type { HostListener } from '../listeners/host-listener.ts';
import {
  fullInfo,
  playlistInfo,
  qualityInfo,
  stateInfo,
  timeInfo,
  videoInfo,
  volumeInfo,
  type DeliveryMoment,
} from './player-info-of.ts';
import { DELIVERY_INTERVAL_MS } from '../../../../protocol/constants.ts';

export interface InfoDeliveriesDependencies {
  readonly player: Player;
  readonly clock: Clock;
  readonly pageAddress: string;
  /** Listeners that have received the initial delivery. */
  readonly receivers: () => readonly HostListener[];
}

const API_INTERFACE = [...HOST_COMMAND_NAMES, ...HOST_READS];

/**
 * Delivers player information: all fields once, then changed fields (H6). It watches the player only from {@link start} on.
 * A timer runs only while the video plays.
 */
export class InfoDeliveries {
  readonly #dependencies: InfoDeliveriesDependencies;
  /** Fields that the receivers know. */
  #sent: PlayerSnapshot;
  #isStarted = false;
  #cancelTick: (() => void) | null = null;
  #timeSentAtMs = -Infinity;
  #durationSentSeconds: number;

  constructor(dependencies: InfoDeliveriesDependencies) {
    this.#dependencies = dependencies;
    this.#sent = dependencies.player.getSnapshot();
    this.#durationSentSeconds = this.#sent.durationSeconds;
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#sent = this.#snapshot;
    this.#durationSentSeconds = this.#sent.durationSeconds;
    this.#dependencies.player.subscribe(this.#onChange);
    this.#scheduleTick();
  }

  /** Sends the one complete delivery, including the caption state. */
  deliverInitially(listener: HostListener, onReady: () => void): void {
    const info = { ...fullInfo(this.#snapshot, this.#moment()), apiInterface: API_INTERFACE };
    listener.send(FRAME_EVENTS.initialDelivery, info);
    onReady();
    if (this.#snapshot.video.isPlayable) listener.send(FRAME_EVENTS.apiInfoDelivery, apiInfo(this.#snapshot));
  }

  /** Sends all fields again, as hosts expect after they load or cue a video. */
  deliverAll(): void {
    if (!this.#isStarted) return;
    this.#sent = this.#snapshot;
    this.#patchTimed(fullInfo(this.#snapshot, this.#moment()));
    this.#scheduleTick();
  }

  /** Sends fields that changed since the last delivery. Called before every event, so that the fields arrive before the event. */
  flush = (): void => {
    if (!this.#isStarted || this.#sent === this.#snapshot) return;
    const before = this.#sent;
    const after = this.#snapshot;
    this.#sent = after;
    if (after.volume !== before.volume || after.muted !== before.muted) this.#patch(volumeInfo(after));
    if (after.playbackRate !== before.playbackRate) this.#patch({ playbackRate: after.playbackRate });
    if (after.spherical !== before.spherical) this.#patch({ sphericalProperties: after.spherical });
    const { pictureInPicture, remotePlayback, dataSaver } = after;
    if (pictureInPicture !== before.pictureInPicture) this.#patch({ pictureInPicture });
    if (remotePlayback !== before.remotePlayback) this.#patch({ remotePlayback });
    if (dataSaver.isOn !== before.dataSaver.isOn) this.#patch({ dataSaver: dataSaver.isOn });
    this.#patchPlayback(before, after);
    if (captionsDiffer(before, after)) this.#send(FRAME_EVENTS.apiInfoDelivery, apiInfo(after));
    this.#scheduleTick();
  };

  /** Several changes of one task make one delivery; an event flushes earlier. */
  readonly #onChange = (): void => queueMicrotask(this.flush);

  #patchPlayback(before: PlayerSnapshot, after: PlayerSnapshot): void {
    const moment = this.#moment();
    if (after.state !== before.state) return this.#patchTimed(stateInfo(after, moment));
    if (after.video !== before.video || after.error !== before.error)
      return this.#patchTimed({ ...timeInfo(after, moment), ...videoInfo(after, moment) });
    if (after.quality !== before.quality || after.qualities !== before.qualities) this.#patch(qualityInfo(after));
    if (after.playlist !== before.playlist) this.#patch(playlistInfo(after));
    // During playback the next tick sends position and duration; a live window would otherwise cause extra deliveries.
    const standsStill = after.state !== PLAYER_STATE.playing;
    const hasMoved = after.position !== before.position || after.durationSeconds !== this.#durationSentSeconds;
    if (after.seeking !== before.seeking || (standsStill && hasMoved)) return this.#patchProgress();
    const hasGrown = after.bufferedRanges !== before.bufferedRanges || after.seekable !== before.seekable;
    if (standsStill && hasGrown) this.#tickSoon();
  }

  #patchProgress(): void {
    const info = timeInfo(this.#snapshot, this.#moment());
    this.#patchTimed(info);
    for (const listener of this.#dependencies.receivers())
      if (listener.subscriptions.has('onVideoProgress')) listener.send('onVideoProgress', info.currentTime);
  }

  /** The duration is included when it changed: live video grows. */
  #patchTimed(info: object): void {
    const { durationSeconds } = this.#snapshot;
    const isNews = durationSeconds !== this.#durationSentSeconds;
    this.#durationSentSeconds = durationSeconds;
    this.#timeSentAtMs = this.#dependencies.clock.monotonicNow();
    this.#stopTick();
    this.#patch(isNews ? { ...info, duration: durationSeconds } : info);
  }

  #patch(info: object): void {
    this.#send(FRAME_EVENTS.infoDelivery, info);
  }

  #send(event: string, info: object): void {
    for (const listener of this.#dependencies.receivers()) listener.send(event, info);
  }

  /** During playback, sends the time fields four times a second. */
  #scheduleTick(): void {
    if (this.#snapshot.state === PLAYER_STATE.playing) this.#tickSoon();
  }

  /** Schedules the next delivery of the time fields, no sooner than the interval after the last delivery. */
  #tickSoon(): void {
    const { clock } = this.#dependencies;
    const sinceLastMs = clock.monotonicNow() - this.#timeSentAtMs;
    this.#cancelTick ??= clock.after(Math.max(0, DELIVERY_INTERVAL_MS - sinceLastMs), this.#tick);
  }

  readonly #tick = (): void => {
    this.#cancelTick = null;
    this.#patchProgress();
    this.#scheduleTick();
  };

  #stopTick(): void {
    this.#cancelTick?.();
    this.#cancelTick = null;
  }

  get #snapshot(): PlayerSnapshot {
    return this.#dependencies.player.getSnapshot();
  }

  #moment(): DeliveryMoment {
    const { clock, pageAddress } = this.#dependencies;
    return { wallMs: clock.now(), monotonicMs: clock.monotonicNow(), pageAddress };
  }
}

/** The cues on screen change all the time and are not for hosts. */
function captionsDiffer({ captions: before }: PlayerSnapshot, { captions: after }: PlayerSnapshot): boolean {
  return (
    before.tracks !== after.tracks ||
    before.active !== after.active ||
    before.moduleLoaded !== after.moduleLoaded ||
    before.fontSize !== after.fontSize
  );
}
