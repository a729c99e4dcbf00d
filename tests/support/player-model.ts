import * as fc from 'fast-check';
import { PLAYER_STATE, type PlayerStateCode } from '../../protocol/host/player-state.ts';
import { statesAfter, type StateInput } from '../../src/page/player/state-machine.ts';
import { positionAt } from '../../src/page/player/player.ts';
import type { PlayerHarness } from './player-harness.ts';
import { VIDEO_SECONDS } from './video-response.ts';

/** The steps of a run: commands, and everything that can happen to an engine and a page meanwhile. */
export type Step =
  | { readonly kind: 'play' | 'pause' | 'stop' | 'die' | 'giveUp' | 'stall' | 'flow' }
  | { readonly kind: 'seek' | 'drag' | 'jump'; readonly seconds: number }
  | { readonly kind: 'lateSeek' | 'latePlay' | 'latePause'; readonly lateMs: number }
  | { readonly kind: 'rate'; readonly rate: number }
  | { readonly kind: 'volume'; readonly volume: number }
  | { readonly kind: 'load' | 'cue'; readonly videoId: string; readonly startSeconds: number }
  | { readonly kind: 'wait' | 'busy'; readonly delayMs: number };

export const VIDEOS = ['aaaaaaaaaaa', 'bbbbbbbbbbb'] as const;

const seconds = fc.integer({ min: 0, max: 270 }).map((tenths) => tenths / 10);
const delayMs = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 120 }), fc.integer({ min: 120, max: 4_000 }));

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('wait' as const), delayMs }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('seek' as const), seconds }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('play' as const, 'pause' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('load' as const, 'cue' as const),
      videoId: fc.constantFrom(...VIDEOS),
      startSeconds: fc.oneof(fc.constant(0), seconds),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('drag' as const, 'jump' as const), seconds }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('die' as const, 'stall' as const, 'flow' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('stop' as const, 'giveUp' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rate' as const), rate: fc.constantFrom(0.5, 1, 1.5, 2) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('volume' as const), volume: fc.integer({ min: 0, max: 100 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('lateSeek' as const, 'latePlay' as const, 'latePause' as const),
      lateMs: fc.integer({ min: 1, max: 2_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('busy' as const), delayMs: fc.integer({ min: 0, max: 800 }) }),
  },
);

export const anyEngine = fc.record({
  openMs: fc.integer({ min: 0, max: 1_500 }),
  metadataMs: fc.integer({ min: 0, max: 500 }),
  dataMs: fc.integer({ min: 0, max: 700 }),
  segmentSeconds: fc.constantFrom(2, 5, 60),
  seeksToStart: fc.boolean(),
});

const PLAY_STEPS: ReadonlySet<Step['kind']> = new Set(['play', 'pause', 'latePlay', 'latePause']);

/** Where the video has to be, and whether it has to move. */
interface Expectation {
  videoId: string;
  /** `none`: poster or error; the next command decides. */
  phase: 'none' | 'shown' | 'failed';
  playing: boolean;
  /** The position of the last command or pause. */
  fromSeconds: number;
  /** An element that is busy may have stood still before this position for so long without saying so. */
  slackSeconds: number;
  /** Start position of the video; a seek replaces it. */
  startSeconds: number;
  /** Whether it can have played since. */
  mayHaveMoved: boolean;
  /** Something was asked for between the end and the news of it: until the next place or video, either may count. */
  isOpen: boolean;
  rate: number;
  volume: number;
  playAskedMs: number;
  seekAskedMs: number;
  videoAskedMs: number;
}

/** The rules of the player, without delays. */
export class PlayerModelRun {
  readonly #harness: PlayerHarness;
  readonly expected: Expectation = {
    videoId: '',
    phase: 'none',
    playing: false,
    fromSeconds: 0,
    slackSeconds: 0,
    startSeconds: 0,
    mayHaveMoved: false,
    isOpen: false,
    rate: 1,
    volume: 100,
    playAskedMs: -Infinity,
    seekAskedMs: -Infinity,
    videoAskedMs: -Infinity,
  };

  constructor(harness: PlayerHarness) {
    this.#harness = harness;
  }

  async run(step: Step): Promise<void> {
    const { clock, element, run, engines } = this.#harness;
    const engine = engines.at(-1);
    if (PLAY_STEPS.has(step.kind) && element.ended && this.expected.playing) this.expected.isOpen = true;
    switch (step.kind) {
      case 'wait':
        await clock.advance(step.delayMs);
        break;
      case 'busy':
        element.taskDelayMs = step.delayMs;
        break;
      case 'play':
        this.#play();
        break;
      case 'pause':
        this.#pause();
        break;
      case 'seek':
        this.#seek(step.seconds);
        break;
      case 'stop':
        this.#stop();
        break;
      case 'load':
      case 'cue':
        this.#show(step);
        break;
      case 'rate':
        run('setPlaybackRate', [step.rate]);
        this.expected.rate = step.rate;
        break;
      case 'volume':
        run('setVolume', [step.volume]);
        this.expected.volume = step.volume;
        break;
      case 'lateSeek':
      case 'latePlay':
      case 'latePause':
        this.#late(step);
        break;
      case 'drag':
        // An engine may move an element anywhere while it looks for its start, and nowhere once it has arrived.
        if (this.#isSeeking) engine?.drag(step.seconds);
        break;
      case 'jump':
        // An element that has not told of its new source is sent to the target once more, where an engine meets the hole again.
        if (!this.#isSeeking || element.hasTasks) break;
        if (engine?.jump(step.seconds) !== true || !this.#ownsElement) break;
        this.#wantedSeconds ??= this.expected.fromSeconds;
        this.expected.fromSeconds = step.seconds;
        break;
      case 'die':
        // The next engine gets the target, not the place where the last one went for it.
        if (this.#isSeeking) this.expected.fromSeconds = this.#wantedSeconds ?? this.expected.fromSeconds;
        void engine?.die();
        break;
      case 'giveUp':
        this.#giveUp();
        break;
      case 'stall':
      case 'flow':
        if (engine !== undefined) engine.isStalled = step.kind === 'stall';
        if (step.kind === 'flow') engine?.deliver();
    }
  }

  /** All pending work is done, with a working network. */
  async rest(): Promise<void> {
    const { clock, element, engines } = this.#harness;
    element.taskDelayMs = 0;
    this.#harness.script = { ...this.#harness.script, segmentSeconds: VIDEO_SECONDS };
    for (const engine of engines) {
      engine.isStalled = false;
      engine.script = { ...engine.script, segmentSeconds: VIDEO_SECONDS };
      engine.deliver();
    }
    await clock.advance(9_000);
  }

  get #now(): number {
    return this.#harness.clock.monotonicNow();
  }

  get #isSeeking(): boolean {
    return this.#harness.player.getSnapshot().seeking && this.expected.phase === 'shown';
  }

  get #ownsElement(): boolean {
    return this.#harness.element.srcObject !== null;
  }

  #play(): void {
    this.#harness.run('playVideo');
    this.#played();
  }

  #played(): void {
    const { expected } = this;
    if (expected.videoId === '') return;
    // After its end a video starts over.
    if (expected.phase === 'shown' && !expected.playing && this.#endedBefore) expected.fromSeconds = 0;
    // It has not ended any more: if it is paused now, a seek leaves it paused.
    this.#endedBefore = false;
    if (expected.phase === 'failed') this.#resume();
    Object.assign(expected, { phase: 'shown', playing: true, playAskedMs: this.#now, mayHaveMoved: true });
  }

  #endedBefore = false;
  /** The target, if an engine has gone elsewhere for it. */
  #wantedSeconds: number | null = null;

  #pause(): void {
    const { expected } = this;
    const before = this.#harness.player.getSnapshot();
    this.#harness.run('pauseVideo');
    expected.playAskedMs = this.#now;
    if (expected.phase !== 'shown') {
      expected.playing = false;
      return;
    }
    if (expected.playing && !before.seeking) this.#anchor(positionAt(before, this.#now));
    expected.playing = false;
  }

  /** The video was here at the last check. */
  #anchor(position: number): void {
    const { expected } = this;
    expected.fromSeconds = position;
    expected.slackSeconds = (this.#harness.element.taskDelayMs / 1_000) * expected.rate;
  }

  #resume(): void {
    this.#anchor(this.#harness.player.getSnapshot().position.seconds);
  }

  #seek(target: number): void {
    const { expected } = this;
    this.#wantedSeconds = null;
    this.#harness.run('seekTo', [target, true]);
    if (expected.videoId === '') return;
    const staysPaused = expected.phase === 'shown' && !expected.playing && !this.#endedBefore;
    Object.assign(expected, {
      startSeconds: 0,
      fromSeconds: target,
      slackSeconds: 0,
      seekAskedMs: this.#now,
      mayHaveMoved: !staysPaused,
      isOpen: false,
    });
    if (!staysPaused) Object.assign(expected, { phase: 'shown', playing: true, playAskedMs: this.#now });
    this.#endedBefore = false;
  }

  #stop(): void {
    this.#harness.run('stopVideo');
    const { expected } = this;
    if (expected.phase === 'failed') return;
    const { startSeconds: fromSeconds } = expected;
    Object.assign(expected, { phase: 'none', playing: false, playAskedMs: this.#now, fromSeconds });
  }

  #show({ kind, videoId, startSeconds }: Extract<Step, { kind: 'load' | 'cue' }>): void {
    this.#harness.run(kind === 'load' ? 'loadVideoById' : 'cueVideoById', { videoId, startSeconds });
    const isLoaded = kind === 'load';
    this.#wantedSeconds = null;
    Object.assign(this.expected, {
      videoId,
      phase: isLoaded ? 'shown' : 'none',
      playing: isLoaded,
      startSeconds,
      fromSeconds: startSeconds,
      slackSeconds: 0,
      mayHaveMoved: isLoaded,
      isOpen: false,
      rate: 1,
      playAskedMs: this.#now,
      seekAskedMs: this.#now,
      videoAskedMs: this.#now,
    });
    this.#endedBefore = false;
  }

  /** Requested before the latest command, and run only now. */
  #late({ kind, lateMs }: Extract<Step, { lateMs: number }>): void {
    const { expected } = this;
    const atMs = this.#now - lateMs;
    if (kind === 'lateSeek' ? atMs >= expected.seekAskedMs : atMs >= expected.playAskedMs) return;
    if (expected.phase === 'failed' || (kind === 'latePlay' && expected.phase === 'none')) return;
    if (kind === 'lateSeek') this.#harness.run('seekTo', [1, true], 'viewer', atMs);
    else this.#harness.run(kind === 'latePlay' ? 'playVideo' : 'pauseVideo', [], 'viewer', atMs);
  }

  #giveUp(): void {
    const { engines, player } = this.#harness;
    const hadError = player.getSnapshot().error !== null;
    engines.at(-1)?.giveUp();
    const { error } = player.getSnapshot();
    if (error !== null && !hadError) Object.assign(this.expected, { phase: 'failed', playing: false });
  }

  noteEnd(): void {
    if (!this.expected.playing) return;
    this.expected.playing = false;
    this.#endedBefore = true;
    this.expected.fromSeconds = VIDEO_SECONDS;
  }
}

export const STATE_INPUTS: readonly StateInput[] = [
  'video-changed',
  'cued',
  'play-requested',
  'playing',
  'waiting',
  'paused',
  'ended',
  'stopped',
  'failed',
];

/** State changes of a list that no input causes, or that are repeated. */
export function illegalSteps(states: readonly PlayerStateCode[]): string[] {
  let before: PlayerStateCode = PLAYER_STATE.unstarted;
  return states.flatMap((state) => {
    const from = before;
    before = state;
    const isLegal = STATE_INPUTS.some((input) => {
      const path = [from, ...statesAfter(from, input)];
      return path.some((one, index) => one === from && path[index + 1] === state);
    });
    const isSecondHalf =
      STATE_INPUTS.some((input) => statesAfter(from, input).includes(state)) || from === PLAYER_STATE.unstarted;
    return from !== state && (isLegal || isSecondHalf) ? [] : [`${from} → ${state}`];
  });
}
