import { isPlain, PLAIN_SOUND, type SoundChoice } from './sound-choice.ts';

/**
 * Stable volume: above −40 dB, differences in level are divided by six; the compressor's make-up gain raises the result. It attacks fast
 * enough for speech, and releases slowly enough not to pump.
 */
const COMPRESSOR = { threshold: -40, knee: 20, ratio: 6, attack: 0.005, release: 0.3 } as const;

/** Largest sample that the limiter accepts. Samples are divided by it, since the curve of a shaper ends at 1. */
const LIMITER_INPUT = 2;
/** Samples below this value pass unchanged; larger samples are bent, since cutting them would crackle. */
const LINEAR_UNTIL = 0.8;
const CURVE_POINTS = 4_097;

/** Gestures in which browsers let an audio context start. */
const GESTURES = ['pointerup', 'touchend', 'keydown'] as const;

export interface SoundGraphDependencies {
  readonly media: HTMLMediaElement;
  readonly context: AudioContext;
  /** The speakers, as a node of the context. */
  readonly output: AudioNode;
}

/**
 * Sound of the element through Web Audio. A connected element is heard only through the context, and cannot be disconnected; so it is
 * connected once the context runs. A context that the browser stops later is resumed with playback, a gesture, or the return to the page.
 */
export class SoundGraph {
  readonly #media: HTMLMediaElement;
  readonly #context: AudioContext;
  readonly #output: AudioNode;
  readonly #compressor: DynamicsCompressorNode;
  readonly #gain: GainNode;
  readonly #limiter: WaveShaperNode;
  #source: MediaElementAudioSourceNode | null = null;
  #choice: SoundChoice = PLAIN_SOUND;

  constructor({ media, context, output }: SoundGraphDependencies) {
    this.#media = media;
    this.#context = context;
    this.#output = output;
    this.#compressor = new DynamicsCompressorNode(context, COMPRESSOR);
    this.#gain = new GainNode(context);
    this.#limiter = new WaveShaperNode(context, { curve: limiterCurve() });
    const document = media.ownerDocument;
    for (const type of GESTURES) document.addEventListener(type, this.#wake, { capture: true });
    document.addEventListener('visibilitychange', this.#wake);
    media.addEventListener('play', this.#wake);
    context.addEventListener('statechange', this.#wake);
    this.#wake();
  }

  apply(choice: SoundChoice): void {
    this.#choice = choice;
    this.#connect();
  }

  readonly #wake = (): void => {
    // Without a gesture, `resume` may stay pending; some browsers reject it.
    if (this.#context.state !== 'running') void this.#context.resume().catch(() => undefined);
    else if (this.#source === null) this.#connect();
  };

  #connect(): void {
    const context = this.#context;
    const { boostPercent, isStable } = this.#choice;
    if (this.#source === null && (context.state !== 'running' || isPlain(this.#choice))) return;
    const source = (this.#source ??= context.createMediaElementSource(this.#media));
    for (const node of [source, this.#compressor, this.#gain, this.#limiter]) node.disconnect();
    this.#gain.gain.value = boostPercent / 100 / LIMITER_INPUT;
    const nodes: AudioNode[] = [
      ...(isStable ? [this.#compressor] : []),
      ...(boostPercent > 100 ? [this.#gain, this.#limiter] : []),
      this.#output,
    ];
    nodes.reduce((from: AudioNode, to) => from.connect(to), source);
  }
}

/** The curve of the limiter from −1 to 1, for samples that were divided by {@link LIMITER_INPUT}. */
function limiterCurve(): Float32Array<ArrayBuffer> {
  const room = 1 - LINEAR_UNTIL;
  return Float32Array.from({ length: CURVE_POINTS }, (_, index) => {
    const sample = ((2 * index) / (CURVE_POINTS - 1) - 1) * LIMITER_INPUT;
    const size = Math.abs(sample);
    return size <= LINEAR_UNTIL
      ? sample
      : Math.sign(sample) * (LINEAR_UNTIL + room * Math.tanh((size - LINEAR_UNTIL) / room));
  });
}
