import { onTestFinished } from 'vitest';
import {
  startProvider,
  type RunningProvider,
  type StartProviderOptions,
} from '../../../../src/server/start-provider.ts';
import { testFrontend } from './test-provider.ts';

/** A provider that listens on a free port until the test ends, then stops without a grace period. */
export async function startTestProvider({ limits, ...options }: StartProviderOptions = {}): Promise<RunningProvider> {
  const running = await startProvider({
    port: 0,
    frontend: testFrontend(),
    ...options,
    limits: { shutdownGraceMs: 0, ...limits },
  });
  onTestFinished(() => running.close());
  return running;
}
