import { expect, test, vi } from 'vitest';
import { PageConditions } from '../../../../src/page/infrastructure/page-conditions.ts';
import { settle } from '../../../support/fake-clock.ts';
import { createServiceHarness } from '../../../support/service-harness.ts';

function setUp({ isStarted = true } = {}) {
  const navigator = { onLine: true };
  const environment = Object.assign(new EventTarget(), { navigator });
  const { service } = createServiceHarness();
  const conditions = new PageConditions({
    environment,
    lifecycle: { state: 'document_active', visibility: 'visible' },
    connection: { isStarted, call: (method) => method(service), callNow: (method) => method(service) },
  });
  return {
    navigator,
    environment,
    conditions,
    lifecycleChanged: vi.spyOn(service, 'lifecycleChanged'),
    adStatusKnown: vi.spyOn(service, 'adStatusKnown'),
    saveData: vi.spyOn(service, 'saveData'),
  };
}

const SHOWN = { lifecycle: 'document_active', visibility: 'visible' };

test('the service is informed when the page goes offline and online', async () => {
  const { lifecycleChanged, navigator, environment, conditions } = setUp();
  conditions.watch();
  navigator.onLine = false;
  environment.dispatchEvent(new Event('offline'));
  navigator.onLine = true;
  environment.dispatchEvent(new Event('online'));
  await settle();
  expect(lifecycleChanged.mock.calls).toEqual([[{ ...SHOWN, online: false }], [{ ...SHOWN, online: true }]]);
});

test('a service that has not started is not informed of the lifecycle', async () => {
  const { lifecycleChanged, conditions } = setUp({ isStarted: false });
  conditions.tellLifecycle();
  await settle();
  expect(lifecycleChanged).not.toHaveBeenCalled();
});

test('a service that was started again receives all conditions, the ad status if it is known [P12]', async () => {
  const { lifecycleChanged, adStatusKnown, conditions } = setUp();
  conditions.tellAll();
  await settle();
  expect(adStatusKnown).not.toHaveBeenCalled();
  conditions.setAdStatus('blocked');
  conditions.tellAll();
  await settle();
  expect(lifecycleChanged.mock.calls).toEqual([[{ ...SHOWN, online: true }], [{ ...SHOWN, online: true }]]);
  expect(adStatusKnown.mock.calls).toEqual([['blocked'], ['blocked']]);
});

test('a service that was started again is informed of data saving like its predecessor [L4]', async () => {
  const { saveData, conditions } = setUp();
  conditions.tellAll();
  expect(saveData).not.toHaveBeenCalled();
  void conditions.saveData(true);
  conditions.tellAll();
  expect(saveData.mock.calls).toEqual([[true], [true]]);
});
