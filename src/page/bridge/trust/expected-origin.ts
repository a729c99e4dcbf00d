import { normalizeOrigin, OPAQUE_ORIGIN } from '../bridge-window.ts';

/**
 * The only accepted origin (H2). The `origin` parameter decides, else the real parent; where the browser tells neither,
 * the first message of a page that frames this one does, permanently.
 */
export class ExpectedOrigin {
  #origin: string | null;

  constructor(parameter: string | undefined, parentOrigin: string | null) {
    this.#origin = parameter === undefined ? parentOrigin : normalizeOrigin(parameter);
  }

  get known(): string | null {
    return this.#origin;
  }

  /** Exact, as text: no wildcard, no suffix, no default port. */
  accepts(origin: string): boolean {
    this.#origin ??= normalizeOrigin(origin);
    return this.#origin === normalizeOrigin(origin);
  }
}

/** Target of a response to an origin (H7). A message cannot be addressed to an opaque origin. */
export function targetOriginFor(origin: string): string {
  return normalizeOrigin(origin) === OPAQUE_ORIGIN ? '*' : origin;
}
