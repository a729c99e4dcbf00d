import { expect, test, vi } from 'vitest';
import { installApi } from '../../../src/host/install-api.ts';
import { Registry } from '../../../src/host/player/registry.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

test('after a page deletes YT and loads the script again, YT exists and the callback is called again', async () => {
  const callback = vi.fn();
  const page: { YT?: unknown; readonly onYouTubeIframeAPIReady: () => void } = { onYouTubeIframeAPIReady: callback };
  const window = page as unknown as Window & typeof globalThis;
  const clock = createFakeClock();
  const registry = new Registry(window);
  const load = async (): Promise<void> => {
    const defaultHost = 'https://player.example';
    installApi({ window, clock, defaultHost, basePath: '', registry, replacedHosts: new Set() });
    await clock.advance(60_000);
  };
  await load();
  await load();
  expect(callback).toHaveBeenCalledTimes(1);
  delete page.YT;
  await load();
  expect(callback).toHaveBeenCalledTimes(2);
  expect(page.YT).toMatchObject({ loaded: 1, Player: expect.any(Function) });
});
