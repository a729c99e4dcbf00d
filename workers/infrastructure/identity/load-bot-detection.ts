import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { BotDetectionModule } from '../../../protocol/provider/identity.ts';
import type { Send } from '../transport/transport.ts';
import type { LoadBotDetection } from './bot-detection.ts';

/**
 * `import()` reports a missing script and a broken script alike. So the script is fetched first: a failed fetch blames the
 * address, a failed import the script (B1, states 3 and 4).
 */
export function createBotDetectionLoader(
  send: Send,
  importModule: (address: string) => Promise<unknown>,
  resolve: (address: string) => string,
): LoadBotDetection {
  return async (scriptUrl) => {
    const address = resolve(scriptUrl);
    const fetched = await send({ address, method: 'GET' });
    if (!fetched.ok) return fetched;
    try {
      return asBotDetection(await importModule(address));
    } catch (error) {
      return fail('edge.invalid', `The bot-detection script is broken: ${error}`);
    }
  };
}

function asBotDetection(module: unknown): Outcome<BotDetectionModule> {
  const { createBotDetection } = (module ?? {}) as Partial<BotDetectionModule>;
  return typeof createBotDetection === 'function'
    ? succeed({ createBotDetection })
    : fail('edge.invalid', 'The bot-detection script exports no createBotDetection');
}
