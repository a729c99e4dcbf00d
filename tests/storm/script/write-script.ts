import type { Asked } from '../model/arrival.ts';
import { ask } from '../model/ask.ts';
import { mayMove, wishOf, type Wish } from '../model/wish.ts';
import { choicesOf, type Situation } from './choices.ts';
import { combinationOf } from './combination.ts';
import type { HostChannel, Intent, Script, Step } from './script.ts';
import { SeededRandom } from './seeded-random.ts';
import { startPageOf } from './start-page.ts';

/** Durations of the first phase, in milliseconds: most losses happen while the player loads. */
const FAST_SPANS_MS = [300, 800, 1_500, 2_500] as const;
const SLOW_SPANS_MS = [600, 1_500, 3_000, 4_500] as const;
const LATER_SPAN_MS = 700;
/** Only for choosing requests: the trial is judged by the times at which the requests arrived. */
const NOMINAL = { stoppedByMs: (arrivedAtMs: number) => arrivedAtMs, liveWindowSeconds: 82 };

/** A random script with a certain outcome: it has no ambiguous requests, or ends with an unambiguous command of the host. */
export function writeScript(seed: number): Script {
  const random = new SeededRandom(seed);
  const combination = combinationOf(seed);
  const page = startPageOf(combination.kind, random);
  const host = random.pick<HostChannel>(['raw', 'api']);
  const isSlow = combination.cpu > 1 || combination.line === 'slow';
  const spanMs = random.pick(isSlow ? SLOW_SPANS_MS : FAST_SPANS_MS);
  const writer = new ScriptWriter(random, {
    wish: wishOf(page, 0),
    kind: combination.kind,
    hasRested: false,
    hasPressedBar: false,
    changesVideo: combination.kind === 'list' || (combination.kind !== 'live' && random.chance(0.35)),
  });
  const first = writer.phase(random.whole(1, 5), spanMs);
  const phases = random.chance(0.5) ? [first, writer.nextPhase(random.whole(1, 4), LATER_SPAN_MS)] : [first];
  return { seed, ...combination, page, host, phases };
}

class ScriptWriter {
  readonly #random: SeededRandom;
  #situation: Situation;
  #startMs = 0;
  #lastMs = 0;

  constructor(random: SeededRandom, situation: Situation) {
    this.#random = random;
    this.#situation = situation;
  }

  phase(count: number, spanMs: number): Step[] {
    const times = Array.from({ length: count }, () => Math.round(this.#random.between(0, spanMs)));
    const steps = times.toSorted((one, other) => one - other).flatMap((atMs) => this.#write(atMs));
    return this.#decide(steps);
  }

  /** Writes a phase that begins when all requests before it have had their effect. */
  nextPhase(count: number, spanMs: number): Step[] {
    const { wish } = this.#situation;
    this.#startMs = wish.atMs + 2_000;
    this.#lastMs = 0;
    const rested: Asked = { by: 'rest', state: mayMove(wish.playback) ? 1 : 2 };
    this.#situation = { ...this.#situation, wish: this.#ask(wish, rested, 0), hasRested: true };
    return this.phase(count, spanMs);
  }

  #write(atMs: number): Step[] {
    const intent = this.#random.weighted(choicesOf(this.#situation))?.(this.#random);
    if (intent === undefined) return [];
    const steps = [this.#take(atMs, intent)];
    const isLoad = intent.by === 'host' && intent.func === 'loadVideoById';
    if (isLoad && this.#random.chance(0.5)) steps.push(this.#take(atMs + this.#random.whole(20, 400), PAUSE));
    return steps;
  }

  /** Appends a command of the host if playback is unknown or could reach the end of the video, and to some other scripts. */
  #decide(steps: Step[]): Step[] {
    const { playback, video, place } = this.#situation.wish;
    const atMs = this.#lastMs + this.#random.whole(30, 400);
    const isShort = video.lengthSeconds - place.high < 15 && mayMove(playback);
    if (isShort) return [...steps, this.#take(atMs, PAUSE)];
    if (playback === 'unknown' || this.#random.chance(0.3))
      return [...steps, this.#take(atMs, this.#random.chance(0.6) ? PAUSE : PLAY)];
    return steps;
  }

  /** Makes a step, not earlier than the step before, whatever time was drawn for it. */
  #take(drawnMs: number, intent: Intent): Step {
    const atMs = Math.max(drawnMs, this.#lastMs);
    this.#lastMs = atMs;
    const { wish, hasPressedBar } = this.#situation;
    const pressesBar = intent.by === 'pointer' && intent.on === 'bar';
    this.#situation = {
      ...this.#situation,
      wish: this.#ask(wish, askedBy(intent), atMs),
      hasPressedBar: hasPressedBar || pressesBar,
    };
    return { atMs, intent };
  }

  #ask(wish: Wish, asked: Asked, atMs: number): Wish {
    return ask(wish, { ...asked, atMs: this.#startMs + atMs }, NOMINAL);
  }
}

const PAUSE: Intent = { by: 'host', func: 'pauseVideo', args: [] };
const PLAY: Intent = { by: 'host', func: 'playVideo', args: [] };

/** The intent in the form in which it will reach the document. */
function askedBy(intent: Intent): Asked {
  if (intent.by === 'key') return { by: 'key', key: intent.key.replace('Shift+', '') };
  if (intent.by === 'pointer') return { ...intent, share: intent.on === 'bar' ? intent.share : 0 };
  // Any position in the window, since later choices do not depend on it.
  return { ...intent, args: 'args' in intent ? intent.args : [1_000] };
}
