import { expect, test } from 'vitest';
import type { MediaEngine, MediaEngineEvents, MediaSourceDescription } from '../../protocol/media/media-engine.ts';
import type { FakeClock } from './fake-clock.ts';
import type { FakeMediaElement } from './fake-media-element.ts';

export interface OpenedEngine {
  readonly engine: MediaEngine;
  readonly element: FakeMediaElement;
  readonly clock: FakeClock;
  /** Makes the stream fail fatally. */
  fail(): void;
  /** Ends the worker; another worker can start. */
  die(): void;
}

const SOURCE: MediaSourceDescription = {
  videoId: 'aaaaaaaaaaa',
  hlsManifestUrl: '/film.m3u8',
  progressive: [],
  isLive: false,
  startSeconds: 0,
};

/** Contract that the player relies on, of the engine in a worker and of the fake engine. */
export function describeEngine(name: string, open: () => OpenedEngine): void {
  async function load(startSeconds = 0) {
    const opened = open();
    const { engine, clock } = opened;
    const events: (keyof MediaEngineEvents)[] = [];
    for (const event of ['fatal', 'problem', 'reopened'] as const) engine.on(event, () => events.push(event));
    const loading = engine.load({ ...SOURCE, startSeconds });
    await clock.advance(1_000);
    expect(await loading).toEqual({ ok: true, value: undefined });
    return { ...opened, events };
  }

  test(`${name}: a loaded stream is attached to the element, and reports its state until the listener is removed`, async () => {
    const { engine, element, clock } = open();
    const states: MediaEngineEvents['state'][] = [];
    const leave = engine.on('state', (state) => states.push(state));
    const loading = engine.load(SOURCE);
    await clock.advance(1_000);
    expect(await loading).toEqual({ ok: true, value: undefined });
    expect(element.srcObject).not.toBeNull();
    expect(element.readyState).toBeGreaterThan(1);
    expect(states.at(-1)).toMatchObject({ isLive: false, automatic: true });
    expect(states.at(-1)?.qualities.at(-1)).toBe('auto');
    const { length } = states;
    leave();
    engine.detach();
    await clock.advance(1_000);
    expect(states).toHaveLength(length);
  });

  test(`${name}: a stream with a start position moves the element there`, async () => {
    const { element } = await load(9);
    expect(Math.floor(element.currentTime)).toBe(9);
  });

  test(`${name}: detaching before the stream is open fails the load and releases the element, without a fatal error`, async () => {
    const { engine, element, clock } = open();
    const events: string[] = [];
    engine.on('fatal', () => events.push('fatal'));
    const loading = engine.load(SOURCE);
    await clock.advance(2);
    engine.detach();
    await clock.advance(60_000);
    expect(await loading).toMatchObject({ ok: false });
    expect([element.srcObject, events]).toEqual([null, []]);
  });

  test(`${name}: a detached engine releases the element, and ignores later settings without an event`, async () => {
    const { engine, element, clock, events } = await load();
    engine.detach();
    expect(element.srcObject).toBeNull();
    engine.setQuality('small');
    engine.setAudioTrack('1');
    engine.setTarget(3);
    engine.observeElement?.();
    await clock.advance(60_000);
    expect([element.srcObject, events]).toEqual([null, []]);
  });

  test(`${name}: a fatal failure is reported once, and a recovery continues at the requested position`, async () => {
    const { engine, element, clock, events, fail } = await load();
    fail();
    await clock.advance(100);
    expect(events.filter((event) => event === 'fatal')).toEqual(['fatal']);
    const recovering = engine.recover(12);
    await clock.advance(1_000);
    expect(await recovering).toEqual({ ok: true, value: undefined });
    expect(Math.floor(element.currentTime)).toBe(12);
    expect(events.filter((event) => event === 'fatal')).toEqual(['fatal']);
  });

  test(`${name}: if the worker dies before the stream is open, the load succeeds with the next worker`, async () => {
    const { engine, element, clock, die } = open();
    const events: string[] = [];
    for (const event of ['fatal', 'problem', 'reopened'] as const) engine.on(event, () => events.push(event));
    const loading = engine.load(SOURCE);
    element.play().catch(() => undefined);
    await clock.advance(10);
    die();
    await clock.advance(20_000);
    expect(await loading).toEqual({ ok: true, value: undefined });
    expect([element.srcObject === null, events]).toEqual([false, ['problem', 'reopened']]);
  });

  test(`${name}: after its worker has died, the stream is opened again with a new source, and then reported as reopened`, async () => {
    const { engine, element, clock, events, die } = await load();
    await element.play();
    const source = element.srcObject;
    engine.on('reopened', () =>
      expect([element.srcObject === source, element.srcObject === null]).toEqual([false, false]),
    );
    die();
    await clock.advance(10_000);
    expect(events).toEqual(['problem', 'reopened']);
  });
}
