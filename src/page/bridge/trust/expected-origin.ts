import { normalizeOrigin, OPAQUE_ORIGIN } from '../bridge-window.ts';

/**
 * The only accepted origin of messages (H2): the `origin` parameter, else the origin of the parent that the browser reports, else
 * permanently the origin of the first message from a page that frames this page.
 */
export class ExpectedOrigin {
  #origin: string | null;

  constructor(parameter: string | undefined, parentOrigin: string | null) {
    this.#origin = parameter === undefined ? parentOrigin : normalizeOrigin(parameter);
  }

  get known(): string | null {
    return this.#origin;
  }

  /** Whether the origin is the accepted one, exactly after normalisation. The first call decides it if nothing else has. */
  pinOrMatch(origin: string): boolean {
    this.#origin ??= normalizeOrigin(origin);
    return this.#origin === normalizeOrigin(origin);
  }
}

/** Target of a response to an origin (H7). A message cannot be addressed to an opaque origin. */
export function targetOriginFor(origin: string): string {
  return normalizeOrigin(origin) === OPAQUE_ORIGIN ? '*' : origin;
}
