import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { OnRefusal } from '../http/refusal.ts';
import type { Metrics, SignInOutcome } from './metrics.ts';
import { RecentSources, type RecentCount, type Tally } from './recent-sources.ts';
import type { RepeatedLines } from './repeated-lines.ts';

const WINDOW_MS = 3_600_000;
const FAILED = 'failed';

export interface SignInRecordDependencies {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'signIn'>;
  readonly repeatedLines: RepeatedLines;
  readonly onRefusal: OnRefusal;
}

/**
 * Counts attempts of operators to sign in, and logs wrong passwords once a minute. A guesser with many networks does not
 * have to wait for long: only the sum over all networks shows that the password is being guessed.
 */
export class SignInRecord {
  readonly #dependencies: SignInRecordDependencies;
  readonly #recent: RecentSources;

  constructor(dependencies: SignInRecordDependencies) {
    this.#dependencies = dependencies;
    this.#recent = new RecentSources(dependencies.clock, WINDOW_MS);
  }

  readonly add = (outcome: SignInOutcome, network: string | undefined): void => {
    const { metrics, repeatedLines, onRefusal } = this.#dependencies;
    metrics.signIn(outcome);
    if (outcome === 'right') return;
    this.#recent.add(FAILED, network);
    if (outcome === 'wait') onRefusal('sign_ins', network);
    else
      repeatedLines.write({ signIn: outcome }, { level: 'warn', message: 'a sign-in of an operator failed', network });
  };

  /** Failed attempts of the last hour: wrong passwords, and attempts that had to wait. */
  failedLately(): Pick<RecentCount, 'count' | 'networks'> {
    return this.#recent.lately()[0] ?? { count: 0, networks: 0 };
  }

  /** Counts failed attempts from the beginning of the last hour until the tally is closed. */
  tally(): Tally {
    return this.#recent.tally();
  }
}
