import type { InfrastructureSettings } from '../../../protocol/infrastructure/rpc.ts';
import {
  allows,
  ceilingOf,
  consentOf,
  isStated,
  type Consent,
  type ConsentLevel,
  type ConsentStatements,
  type KeptClass,
} from '../../../protocol/privacy/consent.ts';

/** Consent of this page, from all statements so far; read again for each use. */
export class PageConsent {
  #statements: ConsentStatements;

  constructor({ page: { privacy }, objectsToTracking, checkpoint }: InfrastructureSettings) {
    this.#statements = {
      privateEmbed: privacy.privateEmbed,
      objects: objectsToTracking,
      configured: privacy.consent,
      message: checkpoint?.consent,
    };
  }

  get level(): ConsentLevel {
    return consentOf(this.#statements);
  }

  get ceiling(): ConsentLevel {
    return ceilingOf(this.#statements);
  }

  get statements(): ConsentStatements {
    return this.#statements;
  }

  /** True if host or viewer has explicitly denied this class of storage, so that it may be erased. */
  forbids(kept: KeptClass): boolean {
    return isStated(this.#statements) && !this.allows(kept);
  }

  allows(kept: KeptClass): boolean {
    return allows(this.level, kept);
  }

  state(change: { readonly choice: Consent | undefined } | { readonly message: Consent }): void {
    this.#statements = { ...this.#statements, ...change };
  }
}
