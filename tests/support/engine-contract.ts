import { expect, test } from 'vitest';
import type { MediaEngine, MediaEngineEvents, MediaSourceDescription } from '../../protocol/media/media-engine.ts';
import type { FakeClock } from './fake-clock.ts';
import type { FakeMediaElement } from './fake-media-element.ts';

export interface OpenedEngine {
  readonly engine: MediaEngine;
  readonly element: FakeMediaElement;
  readonly clock: FakeClock;
  /** The stream cannot go on. */
  fail(): void;
  /** The worker has ended, and another one can start. */
  die(): void;
}

const SOURCE: MediaSourceDescription = {
  videoId: 'aaaaaaaaaaa',
  hlsManifestUrl: '/film.m3u8',
  progressive: [],
  isLive: false,
  startSeconds: 0,
};

/** What the player relies on, of an engine in a worker and of the fake one. */
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

  test(`${name}: a stream that is loaded has the element, and has told its state`, async () => {
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

  test(`${name}: a stream with a later start has the element there`, async () => {
    const { element } = await load(9);
    expect(Math.floor(element.currentTime)).toBe(9);
  });

  test(`${name}: a stream that is detached before it is open ends its load, and leaves the element`, async () => {
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

  test(`${name}: a stream that is detached leaves the element, and takes settings without a word`, async () => {
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

  test(`${name}: a failure is told once, and a recovery goes on where it is asked to`, async () => {
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

  test(`${name}: a worker that dies before its stream is open is replaced, and the load ends with the next one`, async () => {
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

  test(`${name}: after the death of its worker the stream is opened again, which is told when it has been`, async () => {
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
