import * as z from 'zod/mini';
import type { Signer } from './signer.ts';

const ACCOUNT = 'demo-account';
const PURPOSE = 'demo account';

/**
 * Sign-in for trying out the player: each viewer of the provider's own pages is the same account, without a password. Its
 * pages get an `Authorization` (N1) that their calls show, as with a provider that has accounts.
 */
export function createDemoAccount(signer: Signer) {
  const authorization = `Bearer ${signer.sign(PURPOSE, ACCOUNT)}`;
  return {
    authorizationOf: (): string => authorization,
    dataSyncIdOf({ headers }: Request): string | undefined {
      const token = /^Bearer (.+)$/.exec(headers.get('Authorization') ?? '')?.[1];
      return token === undefined ? ACCOUNT : signer.open(PURPOSE, z.literal(ACCOUNT), token);
    },
  };
}
