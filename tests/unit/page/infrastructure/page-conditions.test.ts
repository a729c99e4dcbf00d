import { expect, test } from 'vitest';
import type { InfrastructureApi } from '../../../../protocol/infrastructure/rpc.ts';
import { PageConditions } from '../../../../src/page/infrastructure/page-conditions.ts';
import type { PageEnvironment } from '../../../../src/page/infrastructure/page-context.ts';
import { settle } from '../../../support/fake-clock.ts';

function setUp() {
  const told: unknown[] = [];
  const navigator = { onLine: true };
  const environment = Object.assign(new EventTarget(), { navigator }) as unknown as PageEnvironment;
  const service = { isStarted: true };
  const api = {
    lifecycleChanged: (change: unknown) => void told.push(change),
    adStatusKnown: (status: unknown) => void told.push(status),
  } as unknown as InfrastructureApi;
  const conditions = new PageConditions({
    environment,
    lifecycle: { state: 'document_active', visibility: 'visible' },
    connection: {
      get isStarted() {
        return service.isStarted;
      },
      callNow: (method) => method(api),
    },
  });
  return { told, navigator, environment, service, conditions };
}

const SHOWN = { lifecycle: 'document_active', visibility: 'visible' };

test('the service learns when the connection comes and goes', async () => {
  const { told, navigator, environment, conditions } = setUp();
  conditions.watch();
  navigator.onLine = false;
  environment.dispatchEvent(new Event('offline'));
  navigator.onLine = true;
  environment.dispatchEvent(new Event('online'));
  await settle();
  expect(told).toEqual([
    { ...SHOWN, online: false },
    { ...SHOWN, online: true },
  ]);
});

test('a service that does not run receives nothing', () => {
  const { told, service, conditions } = setUp();
  service.isStarted = false;
  conditions.tellLifecycle();
  expect(told).toEqual([]);
});

test('a service that was started again receives all conditions, the ad status if it is known [P12]', async () => {
  const { told, conditions } = setUp();
  conditions.tellAll();
  conditions.setAdStatus('blocked');
  conditions.tellAll();
  await settle();
  const lifecycle = { ...SHOWN, online: true };
  expect(told).toEqual([lifecycle, 'blocked', lifecycle, 'blocked']);
});
