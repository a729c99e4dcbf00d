import * as z from 'zod/mini';
import type { Random } from '../../../protocol/runtime/clock.ts';
import { makeNonce } from '../../../protocol/identifiers.ts';
import type { Signer } from './signer.ts';

const PURPOSE = 'visitor';
const Content = z.object({ id: z.string() });
const ID_CHARACTERS = 16;

/** Visitor data: a signed id, so that a caller cannot act under an invented id. */
export interface Visitors {
  /** Visitor data for a known visitor, or for a new one without `id`. */
  create(id?: string): string;
  /** The visitor's id, or `undefined` for data that this provider did not sign. */
  idOf(visitorData: string | undefined): string | undefined;
}

export function createVisitors(signer: Signer, random: Random): Visitors {
  return {
    create: (id = makeNonce(random.bytes(ID_CHARACTERS))) => signer.sign(PURPOSE, { id }),
    idOf: (visitorData) => (visitorData === undefined ? undefined : signer.open(PURPOSE, Content, visitorData)?.id),
  };
}
