import * as z from 'zod/mini';
import { isAbsolute } from './media-address.ts';
import { addressFault, localReferenceFault } from './reference-faults.ts';

/** A file below `media/`, written relative to it. */
export const LocalReference = reference(localReferenceFault);
/** Media of the catalog, or an absolute address elsewhere. */
export const MediaReference = reference((text) => (isAbsolute(text) ? addressFault(text) : localReferenceFault(text)));
/** An absolute address of another server. */
export const ServerAddress = reference(addressFault);

export function reference(faultOf: (text: string) => string | undefined): z.ZodMiniString {
  return z.string().check((payload) => {
    const message = faultOf(payload.value);
    if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value });
  });
}
