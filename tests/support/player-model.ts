import * as fc from 'fast-check';
import { PLAYER_STATE, type PlayerStateCode } from '../../protocol/host/player-state.ts';
import { statesAfter, type StateInput } from '../../src/page/player/state-machine.ts';
import { positionAt } from '../../src/page/player/player.ts';
import type { PlayerHarness } from './player-harness.ts';
import { VIDEO_SECONDS } from './video-response.ts';

/** The steps of a run: commands, and events that can happen to an engine and a page in between. */
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

/** The state that the player has to reach. */
interface Expectation {
  videoId: string;
  /** `none`: cued or stopped, so that the next command decides; `failed`: an error is shown. */
  phase: 'none' | 'shown' | 'failed';
  playing: boolean;
  /** The position of the last command or pause. */
  fromSeconds: number;
  /** How far before `fromSeconds` the element may be, since a busy element reports late that it stands still. */
  slackSeconds: number;
  /** Start position of the video; 0 after a seek. */
  startSeconds: number;
  /** Whether the video can have played since it was at `fromSeconds`. */
  mayHaveMoved: boolean;
  /** A command came between the end of the video and its event: until the next seek or video, both results are right. */
  isOpen: boolean;
  rate: number;
  volume: number;
  playAskedMs: number;
  seekAskedMs: number;
  videoAskedMs: number;
}

/** Runs steps on a player, and computes by its rules, without delays, the state that it has to reach. */
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
        // An engine may move the element anywhere until it reaches its target, and nowhere afterwards.
        if (this.#isSeeking) engine?.drag(step.seconds);
        break;
      case 'jump':
        // While events of a new source wait, the player still seeks to the target once more, and the engine meets the hole again.
        if (!this.#isSeeking || element.hasTasks) break;
        if (engine?.jump(step.seconds) !== true || !this.#ownsElement) break;
        this.#wantedSeconds ??= this.expected.fromSeconds;
        this.expected.fromSeconds = step.seconds;
        break;
      case 'die':
        // The next engine gets the target, not the position to which the last engine moved instead.
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

  /** Completes all pending work, with a working network. */
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
    // The video no longer counts as ended: if it is paused now, a seek leaves it paused.
    this.#endedBefore = false;
    if (expected.phase === 'failed') this.#resume();
    Object.assign(expected, { phase: 'shown', playing: true, playAskedMs: this.#now, mayHaveMoved: true });
  }

  #endedBefore = false;
  /** The target, if an engine has moved the element elsewhere instead. */
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

  /** Sets the position from which the video is expected to continue. */
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

  /** Runs a command that was requested before the latest command of its kind, so it must not change anything. */
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

/** The state changes of a list that no input can cause, or that repeat a state. */
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
