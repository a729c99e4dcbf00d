import * as z from 'zod/mini';
import type { Random } from '../../../protocol/clock.ts';
import { makeNonce } from '../../../protocol/identifiers.ts';
import type { Signer } from './signer.ts';

const PURPOSE = 'visitor';
const Content = z.object({ id: z.string() });
const ID_CHARACTERS = 16;

/** Visitor data: an id that we made ourselves, so that nobody acts as a visitor of their own invention. */
export interface Visitors {
  create(): string;
  /** The visitor's id, or `undefined` for data that is not ours. */
  idOf(visitorData: string | undefined): string | undefined;
}

export function createVisitors(signer: Signer, random: Random): Visitors {
  return {
    create: () => signer.sign(PURPOSE, { id: makeNonce(random.bytes(ID_CHARACTERS)) }),
    idOf: (visitorData) => (visitorData === undefined ? undefined : signer.open(PURPOSE, Content, visitorData)?.id),
  };
}
