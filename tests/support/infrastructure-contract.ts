import { expect, test } from 'vitest';
import type { Infrastructure } from '../../src/page/infrastructure/infrastructure.ts';
import { SERVICE_METHODS } from './fake-infrastructure.ts';

export interface OpenedInfrastructure {
  readonly infrastructure: Infrastructure;
  /** Lets the time pass that a call takes, and resolves with its result. */
  settled<T>(call: Promise<T>): Promise<T>;
  /** Sets the provider's response to calls of `player`. */
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

/** Contract that other parts of the page rely on, of the real and of the fake infrastructure. */
export function describeInfrastructure(name: string, open: (isRunning?: boolean) => OpenedInfrastructure): void {
  const PLAYABLE = { playabilityStatus: { status: 'OK' } };

  test(`${name}: logging an event returns at once, and the event is listed as unacknowledged`, () => {
    const { infrastructure } = open();
    expect(infrastructure.log('hostCommand', { name: 'playVideo' })).toBeUndefined();
    expect(infrastructure.unacknowledged().join()).toContain('"playVideo"');
  });

  test(`${name}: preferences are read as they were written last, without removed preferences`, async () => {
    const { infrastructure, settled } = open();
    const write = (key: string, value: string | null) => settled(infrastructure.writePreference(key, value));
    expect(await write('volume', '5')).toEqual({ ok: true, value: undefined });
    await write('speed', '2');
    await write('volume', null);
    expect(await settled(infrastructure.readPreferences())).toEqual({ ok: true, value: { speed: '2' } });
  });

  test(`${name}: the privacy report has the consent that the host page has stated`, async () => {
    const { infrastructure, settled } = open();
    expect(await settled(infrastructure.stateConsent('functional'))).toEqual({ ok: true, value: undefined });
    const report = { ok: true, value: { level: 'functional', isStated: true, databases: [] } };
    expect(await settled(infrastructure.privacy({}))).toMatchObject(report);
  });

  test(`${name}: a call resolves with the response of the provider, and fails if there is no response`, async () => {
    const { infrastructure, settled, respond } = open();
    const call = () => settled(infrastructure.call('player', { videoId: 'orieldemo01' }));
    expect(await call()).toMatchObject({ ok: false });
    respond(PLAYABLE);
    expect(await call()).toMatchObject({ ok: true, value: PLAYABLE });
  });

  test(`${name}: saving data, flushing, summarising activity and starting settle`, async () => {
    const { infrastructure, settled } = open();
    expect(await settled(infrastructure.saveData(true))).toEqual({ ok: true, value: undefined });
    expect(await settled(infrastructure.flush())).toMatchObject({ ok: true, value: { remainingEvents: 0 } });
    expect(await settled(infrastructure.summariseActivity())).toHaveProperty('ok');
    expect(await settled(infrastructure.ready)).toHaveProperty('mode');
  });

  test.each(SERVICE_METHODS)(`${name}: without a running service, %s settles with a failure`, async (method) => {
    const { infrastructure, settled } = open(false);
    const called: Promise<unknown> = Reflect.apply(infrastructure[method], infrastructure, ARGUMENTS[method]);
    expect(await settled(called)).toMatchObject({ ok: false });
  });

  // The fake fails as the product does, so that tests with the fake find such calls.
  test.each([...SERVICE_METHODS, 'log'] as const)(`${name}: %s called without its object throws`, async (method) => {
    const { infrastructure } = open();
    const given = method === 'log' ? ['hostCommand', { name: 'playVideo' }] : ARGUMENTS[method];
    const called = async (): Promise<unknown> => Reflect.apply(infrastructure[method], undefined, given);
    await expect(called()).rejects.toThrow(TypeError);
  });
}
