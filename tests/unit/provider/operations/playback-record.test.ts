import { expect, test } from 'vitest';
import { batch, LOG_EVENT, wireEvent } from '../support/events.ts';
import { openTestProvider } from '../support/test-provider.ts';

test('failed playbacks of ten networks raise an alert, which ends once no more fail', async () => {
  const provider = await openTestProvider();
  let index = 0;
  const fail = async (address: string): Promise<void> => {
    const payload = { videoId: 'orieldemo01', code: 'net.badstatus', message: '', mediaTimeSeconds: 0 };
    const events = [
      wireEvent((index += 1), { name: 'playbackRequested', payload: { videoId: 'orieldemo01', by: 'viewer' } }),
      wireEvent((index += 1), { name: 'playbackFailed', payload }),
    ];
    const body = JSON.stringify(batch([], { events }));
    const request = new Request(`http://player.example${LOG_EVENT}`, { method: 'POST', body });
    const sent = () => provider.fetch(request.clone(), { incoming: { socket: { remoteAddress: address } } });
    expect((await sent()).status).toBe(200);
    // A repeated batch is not counted twice.
    expect((await sent()).status).toBe(200);
  };
  const isRaised = async (): Promise<boolean> =>
    (await provider.metrics.text()).includes('oriel_alerts{alert="playbacks_failing"} 1');
  for (let network = 1; network <= 9; network++) await fail(`198.51.${network}.1`);
  expect(await isRaised()).toBe(false);
  await fail('198.51.10.1');
  expect(await isRaised()).toBe(true);
  await provider.clock.advance(1_000_000);
  expect(await isRaised()).toBe(false);
});
