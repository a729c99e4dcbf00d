import { expect, onTestFinished, test, vi } from 'vitest';
import { spansOf, titleOf } from '../../../../protocol/recording/thread-spans.ts';
import { watchMain } from '../../../../src/page/telemetry/watch-main.ts';
import { recordThread } from '../../../support/thread-recordings.ts';

function watch() {
  const thresholds: (number | undefined)[] = [];
  const observers = new Map<string, PerformanceObserverCallback>();
  class Observer {
    readonly #take: PerformanceObserverCallback;
    constructor(take: PerformanceObserverCallback) {
      this.#take = take;
    }
    observe({ type = '', durationThreshold }: PerformanceObserverInit & { readonly durationThreshold?: number }): void {
      thresholds.push(durationThreshold);
      observers.set(type, this.#take);
    }
  }
  vi.stubGlobal('PerformanceObserver', Observer);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { ring, inputs } = recordThread('main', 20_000, 0);
  watchMain({ ring, inputs }, { subscribe: () => () => undefined, getSnapshot: () => expect.unreachable() });
  const report = (type: string, ...entries: readonly object[]): void =>
    observers.get(type)?.({ getEntries: () => entries } as never, undefined as never);
  const rows = () =>
    spansOf(ring.read()).map(({ name, startMs, durationMs }) => {
      const input = name === 'input' ? inputs.get(startMs) : undefined;
      return { title: titleOf({ name, ...(input && { input }) }), startMs, tookMs: durationMs, input };
    });
  return { thresholds, report, rows };
}

const element = (localName: string, attributes: Readonly<Record<string, string>> = {}) => {
  const classes = (attributes['class'] ?? '').split(' ').filter(Boolean);
  const made = {
    localName,
    dataset: { icon: attributes['icon'] },
    id: '',
    classList: { length: classes.length, item: (index: number) => classes[index] ?? null },
    getAttribute: (name: string) => attributes[name] ?? null,
    closest: () => (localName === 'button' ? made : null),
  };
  return made;
};

const event = (
  name: string,
  interactionId: number,
  times: readonly [number, number, number, number],
  target: unknown,
) => {
  const [startTime, processingStart, processingEnd, duration] = times;
  return { name, entryType: 'event', interactionId, startTime, processingStart, processingEnd, duration, target };
};

const SETTINGS = element('button', { icon: 'settings', 'aria-label': 'A title' });

test('the events of a press become one span, from the release to the next paint, with its target and its phases', () => {
  const { report, rows, thresholds } = watch();
  report(
    'event',
    event('pointerover', 0, [960, 990, 990.2, 48], SETTINGS),
    event('pointerdown', 7, [1_000, 1_030, 1_031, 64], SETTINGS),
    event('mousedown', 0, [1_000, 1_031, 1_031.5, 64], SETTINGS),
    event('pointerup', 7, [1_080, 1_120, 1_122.3, 144], SETTINGS),
    event('mouseup', 0, [1_080, 1_122.3, 1_122.4, 144], SETTINGS),
    event('click', 7, [1_080, 1_122.5, 1_151.25, 144], null),
  );
  expect(rows()).toEqual([
    {
      title: 'input: click on button settings',
      startMs: 1_080,
      tookMs: 144,
      input: { type: 'click', target: 'button settings', delayMs: 40, handlersMs: 31.25, toScreenMs: 72.75 },
    },
  ]);
  expect(thresholds).toEqual([16, 16]);
});

test('events without an interaction id, also in browsers without interactions, are not recorded', () => {
  const { report, rows } = watch();
  report('event', event('pointerover', 0, [1_000, 1_001, 1_080, 104], SETTINGS));
  report('event', { ...event('click', 0, [1_000, 1_001, 1_080, 104], SETTINGS), interactionId: undefined });
  expect(rows()).toEqual([]);
});

test('each press of a report becomes its own span, and handlers that outlast the frame are cut at its end', () => {
  const { report, rows } = watch();
  report(
    'event',
    event('keydown', 8, [2_000, 2_002, 2_010, 24], element('video', { class: 'media shown' })),
    event('keydown', 9, [3_000, 3_001, 3_900, 40], { localName: undefined }),
  );
  expect(rows().map(({ title, input }) => [title, input?.delayMs, input?.handlersMs, input?.toScreenMs])).toEqual([
    ['input: keydown on video shown', 2, 8, 14],
    ['input: keydown', 1, 39, 0],
  ]);
});

test('a long frame is recorded with its start and its duration', () => {
  const { report, rows } = watch();
  report('long-animation-frame', { startTime: 500, duration: 80, blockingDuration: 30 });
  expect(rows()).toEqual([{ title: 'long frame', startMs: 500, tookMs: 80, input: undefined }]);
});

test('the phases of the latest 200 presses are kept', () => {
  const { report, rows } = watch();
  for (let at = 0; at <= 200; at += 1) report('event', event('click', at + 1, [at, at, at, 16], SETTINGS));
  expect(rows().filter(({ input }) => input !== undefined)).toHaveLength(200);
  expect(rows()[0]?.input).toBeUndefined();
});
