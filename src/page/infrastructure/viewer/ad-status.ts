import type { AbortSignalLike } from '../../../../protocol/runtime/clock.ts';
import type { AdStatus } from '../../../../protocol/infrastructure/rpc.ts';
import type { ScriptUrlPolicy } from '../../platform/trusted-types.ts';

export interface AdStatusOptions {
  readonly document: Pick<Document, 'createElement' | 'head'>;
  /** Object on which the script sets its mark. */
  readonly scope: object;
  readonly policy: ScriptUrlPolicy;
  /** Signal of the job, which has a time limit (X5). */
  readonly signal: AbortSignalLike;
}

/** The script sets this property to 1: a blocker may replace the script by an empty one, which loads as well. */
const MARK = 'orielAdStatus';

/**
 * Loads the ad-status script to detect whether ads can be shown (P12). Playback does not wait for the script. Also resolves to a
 * status with a blocker, a policy that refuses the script, or a server that hangs.
 */
export function loadAdStatus(address: string, { document, scope, policy, signal }: AdStatusOptions): Promise<AdStatus> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    const settle = (status: AdStatus): void => {
      script.remove();
      resolve(status);
    };
    signal.addEventListener('abort', () => settle('timed_out'));
    script.addEventListener('load', () => settle(hasMark(scope) ? 'loaded' : 'blocked'));
    script.addEventListener('error', () => settle('blocked'));
    try {
      script.async = true;
      script.src = policy.createScriptURL(address);
      document.head.append(script);
    } catch {
      settle('blocked');
    }
  });
}

function hasMark(scope: object): boolean {
  return (scope as Record<string, unknown>)[MARK] === 1;
}
