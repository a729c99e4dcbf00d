import { FakeInfrastructure, SERVICE_METHODS } from '../../../support/fake-infrastructure.ts';
import { describeInfrastructure, type OpenedInfrastructure } from '../../../support/infrastructure-contract.ts';
import { FakeBrowser } from '../../../support/page-harness.ts';
import { json } from '../../../support/service-harness.ts';

describeInfrastructure('the fake', (isRunning = true) => {
  const infrastructure = new FakeInfrastructure();
  if (!isRunning) for (const method of SERVICE_METHODS) infrastructure.failing.add(method);
  return {
    infrastructure,
    settled: (call) => call,
    respond: (player) => (infrastructure.responses = { player }),
  };
});

describeInfrastructure('in a worker', (isRunning = true) =>
  openReal({ workerStarts: isRunning, inlineRefusal: isRunning ? '' : 'refused' }),
);
describeInfrastructure('on main', (isRunning = true) =>
  openReal({ inlineOnly: true, inlineRefusal: isRunning ? '' : 'refused' }),
);

function openReal(options: Parameters<FakeBrowser['openPage']>[0]): OpenedInfrastructure {
  const browser = new FakeBrowser();
  return {
    infrastructure: browser.openPage(options).client,
    async settled(call) {
      await browser.clock.advance(1_000);
      return call;
    },
    respond: (response) => browser.provider.replies.set('/youtubei/v1/player', () => json(response)),
  };
}
