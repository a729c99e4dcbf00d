import { expect, onTestFinished, test } from 'vitest';
import { SoundGraph } from '../../../src/page/interface/sound/sound-graph.ts';
import { PLAIN_SOUND } from '../../../src/page/interface/sound/sound-choice.ts';

const SAMPLE_RATE = 48_000;
const SECONDS = 10;
/** A window of more than half a second. */
const WINDOW_SAMPLES = 32_768;

/** A sine as a WAVE file: mono, 16 bit. */
function toneUrl(amplitude: number): string {
  const samples = Int16Array.from({ length: SAMPLE_RATE * SECONDS }, (_, index) =>
    Math.round(32_767 * amplitude * Math.sin((2 * Math.PI * 440 * index) / SAMPLE_RATE)),
  );
  const header = new DataView(new ArrayBuffer(44));
  const text = (offset: number, word: string): void =>
    [...word].forEach((letter, index) => header.setUint8(offset + index, letter.charCodeAt(0)));
  text(0, 'RIFF');
  header.setUint32(4, 36 + samples.byteLength, true);
  text(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, SAMPLE_RATE, true);
  header.setUint32(28, SAMPLE_RATE * 2, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  text(36, 'data');
  header.setUint32(40, samples.byteLength, true);
  const url = URL.createObjectURL(new Blob([header, samples], { type: 'audio/wav' }));
  onTestFinished(() => URL.revokeObjectURL(url));
  return url;
}

async function playTone(amplitude: number): Promise<HTMLVideoElement> {
  const media = document.body.appendChild(document.createElement('video'));
  onTestFinished(() => media.remove());
  media.loop = true;
  media.src = toneUrl(amplitude);
  await media.play();
  return media;
}

interface Heard {
  readonly media: HTMLVideoElement;
  readonly context: AudioContext;
  readonly graph: SoundGraph;
  /** The loudest sample of the last half second, at the output. */
  readonly peak: () => number;
}

/** A tone through the graph, with a meter in front of the speakers. */
async function hear(amplitude: number, prepare: (context: AudioContext) => void = () => undefined): Promise<Heard> {
  const media = await playTone(amplitude);
  const context = new AudioContext({ sampleRate: SAMPLE_RATE });
  prepare(context);
  const meter = new AnalyserNode(context, { fftSize: WINDOW_SAMPLES });
  meter.connect(context.destination);
  const graph = new SoundGraph({ media, context, output: meter });
  onTestFinished(() => void context.close());
  const window = new Float32Array(WINDOW_SAMPLES);
  const peak = (): number => {
    meter.getFloatTimeDomainData(window);
    return window.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
  };
  return { media, context, graph, peak };
}

const expectPeak = ({ peak }: Heard, wanted: number) => expect.poll(peak).toBeCloseTo(wanted, 2);

/** Whether an audio context has connected the element: a second context cannot connect it. */
function isConnected(media: HTMLVideoElement): boolean {
  const other = new AudioContext();
  onTestFinished(() => other.close());
  try {
    other.createMediaElementSource(media);
    return false;
  } catch {
    return true;
  }
}

test('a boost of 150 and 200 % is measured as such, and without a boost the sound is unchanged', async () => {
  const heard = await hear(0.2);
  heard.graph.apply({ boostPercent: 150, isStable: false });
  await expectPeak(heard, 0.3);
  heard.graph.apply({ boostPercent: 200, isStable: false });
  await expectPeak(heard, 0.4);
  heard.graph.apply(PLAIN_SOUND);
  await expectPeak(heard, 0.2);
});

test('a loud sound that is boosted stays within the range, and is not cut', async () => {
  const heard = await hear(0.9);
  heard.graph.apply({ boostPercent: 200, isStable: false });
  await expect.poll(heard.peak).toBeGreaterThan(0.95);
  expect(heard.peak()).toBeLessThanOrEqual(1);
});

test('volume and mute of the element apply to boosted sound', async () => {
  const heard = await hear(0.2);
  heard.graph.apply({ boostPercent: 200, isStable: false });
  await expectPeak(heard, 0.4);
  heard.media.volume = 0.5;
  await expectPeak(heard, 0.2);
  heard.media.muted = true;
  await expectPeak(heard, 0);
  heard.media.muted = false;
  await expectPeak(heard, 0.2);
});

test('stable volume makes a quiet sound louder, and reduces the range between quiet and loud to less than a third', async () => {
  const quiet = await hear(0.02);
  const loud = await hear(0.8);
  for (const { graph } of [quiet, loud]) graph.apply({ boostPercent: 100, isStable: true });
  await expect.poll(quiet.peak).toBeGreaterThan(0.04);
  await expect.poll(() => loud.peak() / quiet.peak()).toBeLessThan(40 / 3);
  expect(loud.peak()).toBeGreaterThan(quiet.peak());
  expect(loud.peak()).toBeLessThanOrEqual(1);
});

test('a boost also applies to another file in the same element, and at another speed', async () => {
  const heard = await hear(0.1);
  heard.graph.apply({ boostPercent: 200, isStable: false });
  await expectPeak(heard, 0.2);
  heard.media.src = toneUrl(0.3);
  await heard.media.play();
  await expectPeak(heard, 0.6);
  heard.media.playbackRate = 1.5;
  await expect.poll(() => heard.media.currentTime).toBeGreaterThan(1);
  expect(heard.media.preservesPitch).toBe(true);
  expect(heard.peak()).toBeGreaterThan(0.5);
});

test('an element without a boost or stable volume is not connected to an audio context', async () => {
  const { media, context } = await hear(0.2);
  await expect.poll(() => context.state).toBe('running');
  expect(isConnected(media)).toBe(false);
});

test('an element is not connected while the browser does not let an audio context run', async () => {
  const heard = await hear(0.2, (context) => {
    void context.suspend();
    context.resume = () => new Promise(() => undefined);
  });
  await expect.poll(() => heard.context.state).toBe('suspended');
  heard.graph.apply({ boostPercent: 200, isStable: false });
  expect(isConnected(heard.media)).toBe(false);
});

test.each<[string, (heard: Heard) => unknown]>([
  ['a key', () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }))],
  ['a press', () => document.body.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))],
  [
    'playback',
    ({ media }) => {
      media.pause();
      return media.play();
    },
  ],
])('an audio context that the browser blocked resumes on %s, and applies the boost chosen before', async (_, act) => {
  let isAllowed = false;
  const heard = await hear(0.2, (context) => {
    const resume = context.resume.bind(context);
    void context.suspend();
    context.resume = () => (isAllowed ? resume() : Promise.reject(new Error('not allowed')));
  });
  heard.graph.apply({ boostPercent: 200, isStable: false });
  await expect.poll(() => heard.context.state).toBe('suspended');
  isAllowed = true;
  await act(heard);
  await expectPeak(heard, 0.4);
});

test('an audio context that the browser suspends while the element is connected is resumed automatically', async () => {
  const heard = await hear(0.2);
  heard.graph.apply({ boostPercent: 200, isStable: false });
  await expectPeak(heard, 0.4);
  await heard.context.suspend();
  await expect.poll(() => heard.context.state).toBe('running');
  await expectPeak(heard, 0.4);
});
