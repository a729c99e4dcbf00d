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

/** What may be kept of this page's viewer, as far as anybody has said until now. Asked again for each use. */
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

  /** What one of us says may be erased: somebody has decided against it. */
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
