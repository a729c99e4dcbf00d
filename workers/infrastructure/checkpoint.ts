import type { PageHooks, ServiceCheckpoint } from '../../protocol/infrastructure/rpc.ts';
import type { Consent } from '../../protocol/privacy/consent.ts';

/** State of the service, kept on main, because the worker may be replaced while the page is open (E4, S12, N18, N20). */
export class Checkpoint {
  readonly #hooks: PageHooks | undefined;
  #state: ServiceCheckpoint;

  constructor(state: ServiceCheckpoint | undefined, hooks: PageHooks | undefined) {
    this.#state = state ?? { reportedErrors: [], storageEnd: '' };
    this.#hooks = hooks;
  }

  get state(): ServiceCheckpoint {
    return this.#state;
  }

  noteReport(message: string): void {
    this.save({ reportedErrors: [...this.#state.reportedErrors, message] });
  }

  noteConsent(consent: Consent | undefined, keepsPositions: boolean): void {
    const { state } = this;
    if (consent !== state.consent || keepsPositions !== (state.keepsPositions ?? false))
      this.save({ consent, keepsPositions });
  }

  save(change: Partial<ServiceCheckpoint>): void {
    this.#state = { ...this.#state, ...change };
    void this.#hooks?.saveCheckpoint(this.#state);
  }
}
