import { expect, test } from 'vitest';
import type { Infrastructure } from '../../src/page/infrastructure/infrastructure.ts';
import { SERVICE_METHODS } from './fake-infrastructure.ts';

export interface OpenedInfrastructure {
  readonly infrastructure: Infrastructure;
  /** Lets the time pass that a call takes. */
  settled<T>(call: Promise<T>): Promise<T>;
  /** The provider responds to calls of `player` from now on. */
  respond(response: object): void;
}

const ARGUMENTS: Readonly<Record<(typeof SERVICE_METHODS)[number], readonly unknown[]>> = {
  cacheFiles: [[]],
  call: ['player', { videoId: 'orieldemo01' }],
  flush: [],
  privacy: [{}],
  readPreferences: [],
  saveData: [true],
  stateConsent: ['strict'],
  summariseActivity: [],
  writePreference: ['volume', '5'],
};

/** What the other parts of the page rely on, of the real infrastructure and of the fake one. */
export function describeInfrastructure(name: string, open: (isRunning?: boolean) => OpenedInfrastructure): void {
  const PLAYABLE = { playabilityStatus: { status: 'OK' } };

  test(`${name}: an event is taken at once, and known until it is acknowledged`, () => {
    const { infrastructure } = open();
    expect(infrastructure.log('hostCommand', { name: 'playVideo' })).toBeUndefined();
    expect(infrastructure.unacknowledged().join()).toContain('"playVideo"');
  });

  test(`${name}: preferences are as they were written last`, async () => {
    const { infrastructure, settled } = open();
    const write = (key: string, value: string | null) => settled(infrastructure.writePreference(key, value));
    expect(await write('volume', '5')).toEqual({ ok: true, value: undefined });
    await write('speed', '2');
    await write('volume', null);
    expect(await settled(infrastructure.readPreferences())).toEqual({ ok: true, value: { speed: '2' } });
  });

  test(`${name}: the report says what the host page has stated`, async () => {
    const { infrastructure, settled } = open();
    expect(await settled(infrastructure.stateConsent('functional'))).toEqual({ ok: true, value: undefined });
    const report = { ok: true, value: { level: 'functional', isStated: true, databases: [] } };
    expect(await settled(infrastructure.privacy({}))).toMatchObject(report);
  });

  test(`${name}: a call has the response of the provider, or fails`, async () => {
    const { infrastructure, settled, respond } = open();
    const call = () => settled(infrastructure.call('player', { videoId: 'orieldemo01' }));
    expect(await call()).toMatchObject({ ok: false });
    respond(PLAYABLE);
    expect(await call()).toMatchObject({ ok: true, value: PLAYABLE });
  });

  test(`${name}: calls without an argument for the provider settle`, async () => {
    const { infrastructure, settled } = open();
    expect(await settled(infrastructure.saveData(true))).toEqual({ ok: true, value: undefined });
    expect(await settled(infrastructure.flush())).toMatchObject({ ok: true, value: { remainingEvents: 0 } });
    expect(await settled(infrastructure.summariseActivity())).toHaveProperty('ok');
    expect(await settled(infrastructure.ready)).toHaveProperty('mode');
  });

  test.each(SERVICE_METHODS)(`${name}: without a service %s settles with a failure`, async (method) => {
    const { infrastructure, settled } = open(false);
    const called: Promise<unknown> = Reflect.apply(infrastructure[method], infrastructure, ARGUMENTS[method]);
    expect(await settled(called)).toMatchObject({ ok: false });
  });

  // So that a test with the fake fails where the product would.
  test.each([...SERVICE_METHODS, 'log'] as const)(`${name}: %s that is taken off its object fails`, async (method) => {
    const { infrastructure } = open();
    const given = method === 'log' ? ['hostCommand', { name: 'playVideo' }] : ARGUMENTS[method];
    const called = async (): Promise<unknown> => Reflect.apply(infrastructure[method], undefined, given);
    await expect(called()).rejects.toThrow(TypeError);
  });
}
