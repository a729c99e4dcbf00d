import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { POSITIONS_ENTRY } from '../../../../protocol/privacy/stored-names.ts';
import { PLAYER_STATE, type PlayerStateCode } from '../../../../protocol/host/player-state.ts';
import { SnapshotStore } from '../../player/snapshot-store.ts';
import { positionAt, type Player, type PlayerControl, type PlayerSnapshot } from '../../player/player.ts';
import { defineFeature } from '../shared/features.ts';
import { viewerMemory, type ViewerMemory } from '../shared/viewer-memory.ts';

/** Positions nearer than this to either end are not worth resuming. */
const RESUME_MARGIN_SECONDS = 15;
/** Largest number of videos whose position is remembered. */
const RESUME_VIDEOS_MAX = 50;
/** The offer to resume stays this long, so that it can be reached by Tab. */
const RESUME_OFFER_MS = 15_000;

/** The offered position: the remembered position, or 0 if playback has resumed there already; `null` without an offer. */
export interface ResumeOffer {
  readonly seconds: number | null;
}

export interface ResumeDependencies {
  readonly player: Player;
  readonly control: Pick<PlayerControl, 'lastSourceOf'>;
  readonly clock: Clock;
  readonly memory: ViewerMemory;
  readonly document: Pick<Document, 'hidden' | 'addEventListener'>;
  /** Whether consent allows storing the viewer's positions. */
  readonly mayRemember: () => boolean;
  readonly reportError: (error: unknown) => void;
}

/** States after a request to play. */
const STARTED: readonly PlayerStateCode[] = [PLAYER_STATE.buffering, PLAYER_STATE.playing];

type Positions = readonly (readonly [videoId: string, seconds: number])[];

/**
 * Remembers where a viewer left a video. If a viewer who has consented presses play, playback continues there; after any other start this
 * is only offered, since hosts that load a video rely on its start position.
 */
export class Resume {
  readonly #dependencies: ResumeDependencies;
  readonly #offer: SnapshotStore<ResumeOffer>;
  #before: { readonly videoId: string; readonly isPausedForGood: boolean };
  /** The last video for which an offer was decided: each video is considered once. */
  #settledVideoId = '';
  #isRefused = false;
  #cancel: () => void = () => undefined;

  constructor(dependencies: ResumeDependencies) {
    this.#dependencies = dependencies;
    this.#offer = new SnapshotStore<ResumeOffer>({ seconds: null }, dependencies.reportError);
    this.#before = this.#present();
  }

  /** Follows the player and the page. */
  start(): void {
    const { player, document } = this.#dependencies;
    player.subscribe(() => this.#follow());
    document.addEventListener('visibilitychange', () => document.hidden && this.#remember(this.#now()));
    this.#follow();
  }

  get = (): ResumeOffer => this.#offer.get();
  subscribe = (listener: () => void): (() => void) => this.#offer.subscribe(listener);

  accept(): void {
    const { seconds } = this.get();
    this.#withdraw();
    if (seconds !== null) this.#dependencies.player.execute({ name: 'seekTo', arguments: [seconds, true] }, 'viewer');
  }

  /** Called when the focus or a pointer is on the offer: it stays. */
  hold = (): void => this.#cancel();

  /** Called when the focus or the pointer leaves the offer: its time begins again. */
  release = (): void => {
    if (this.get().seconds !== null) this.#withdrawLater();
  };

  /** Stores the present position right after the viewer's consent, which `mayRemember` reports only later. */
  keepHere(): void {
    this.#remember(this.#now(), true);
  }

  /** Called when the viewer refuses: on this page, the refusal overrides a host's consent. */
  refuse(): void {
    this.#isRefused = true;
  }

  #now(): PlayerSnapshot {
    return this.#dependencies.player.getSnapshot();
  }

  #present(): { readonly videoId: string; readonly isPausedForGood: boolean } {
    return { videoId: this.#now().video.videoId, isPausedForGood: isPausedForGood(this.#dependencies.player) };
  }

  #follow(): void {
    const [before, present, now] = [this.#before, this.#present(), this.#now()];
    this.#before = present;
    if (present.videoId !== before.videoId) this.#withdraw();
    if (now.state === PLAYER_STATE.ended) return this.#write(present.videoId, null, true);
    if (present.isPausedForGood && !before.isPausedForGood) this.#remember(now);
    if (STARTED.includes(now.state) && now.video.videoId !== this.#settledVideoId) this.#propose(now);
  }

  #propose(now: PlayerSnapshot): void {
    const { player, control, mayRemember } = this.#dependencies;
    const isByViewer = control.lastSourceOf('playVideo') === 'viewer' && mayRemember();
    // The offer waits for playback: while the video only buffers, there is no playback to leave.
    if (!isByViewer && now.state !== PLAYER_STATE.playing) return;
    this.#settledVideoId = now.video.videoId;
    const seconds = this.#positions().find(([videoId]) => videoId === now.video.videoId)?.[1];
    if (seconds === undefined || now.video.isLive || now.video.startSeconds > 0) return;
    // On a slow device the interface, with this code, loads seconds after the first frame.
    if (now.position.seconds >= Math.min(RESUME_MARGIN_SECONDS, seconds / 2)) return;
    if (isByViewer) player.execute({ name: 'seekTo', arguments: [seconds, true] }, 'own');
    this.#offer.update({ seconds: isByViewer ? 0 : seconds });
    this.#withdrawLater();
  }

  #withdrawLater(): void {
    this.#cancel();
    this.#cancel = this.#dependencies.clock.after(RESUME_OFFER_MS, () => this.#withdraw());
  }

  #withdraw(): void {
    this.#cancel();
    this.#offer.update({ seconds: null });
  }

  #remember(now: PlayerSnapshot, isAllowed = !this.#isRefused && this.#dependencies.mayRemember()): void {
    const place = placeOf(now, this.#dependencies.clock.monotonicNow());
    if (place === 'unknown' || place === 'start') return;
    const seconds = positionAt(now, this.#dependencies.clock.monotonicNow());
    this.#write(now.video.videoId, place === 'middle' ? Math.floor(seconds) : null, isAllowed);
  }

  #positions(): Positions {
    const stored = this.#dependencies.memory.read(POSITIONS_ENTRY);
    return Array.isArray(stored) ? stored.filter(isPosition) : [];
  }

  /** Writes the positions, the latest first, and drops the oldest. */
  #write(videoId: string, seconds: number | null, isAllowed: boolean): void {
    const positions = this.#positions();
    const others = positions.filter(([id]) => id !== videoId);
    if (seconds === null ? others.length === positions.length : !isAllowed) return;
    const kept: Positions = seconds === null ? others : [[videoId, seconds] as const, ...others];
    this.#dependencies.memory.write(POSITIONS_ENTRY, kept.slice(0, RESUME_VIDEOS_MAX));
  }
}

export const resume = defineFeature(
  (features) =>
    new Resume({
      ...features.page,
      ...features.playback,
      memory: features.get(viewerMemory),
      document: features.page.root.ownerDocument,
      mayRemember: () => features.page.infrastructure.keepsPositions,
    }),
);

/** Whether the video is paused without a request to play: after such a request the state stays 'paused' until playback starts. */
export const isPausedForGood = (player: Pick<Player, 'getSnapshot' | 'wantsToPlay'>): boolean =>
  player.getSnapshot().state === PLAYER_STATE.paused && !player.wantsToPlay();

/** The part of the video that contains the position. Near the start nothing is lost; near the end nothing is left to watch. */
export function placeOf(now: PlayerSnapshot, nowMs: number): 'start' | 'middle' | 'end' | 'unknown' {
  const { video, durationSeconds, state } = now;
  if (video.isLive || video.videoId === '' || durationSeconds <= 0 || state === PLAYER_STATE.cued) return 'unknown';
  const seconds = positionAt(now, nowMs);
  const margin = marginSeconds(now);
  if (seconds >= durationSeconds - margin) return 'end';
  return seconds > margin ? 'middle' : 'start';
}

/** Short videos have small margins. */
function marginSeconds({ durationSeconds }: PlayerSnapshot): number {
  return Math.min(RESUME_MARGIN_SECONDS, durationSeconds / 10);
}

function isPosition(entry: unknown): entry is readonly [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1]);
}
