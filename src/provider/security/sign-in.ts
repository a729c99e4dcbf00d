import type { Signer } from './signer.ts';
import * as z from 'zod/mini';

/** How the operator's own sign-in names a request's user. */
export interface SignIn {
  /** Data-sync id of the signed-in user, if there is one. */
  readonly dataSyncIdOf: (request: Request) => string | undefined;
  /** The `Authorization` that the page of this user sends with its calls (N1). Called only for signed-in users. */
  readonly authorizationOf?: (request: Request) => string | undefined;
}

export interface SignInOptions extends Partial<SignIn> {
  readonly demoAccount?: boolean;
}

/** The operator's own sign-in, else the sign-in of the demo account where it is on; without either no viewer is signed in. */
export function signInOf({ dataSyncIdOf, authorizationOf, demoAccount }: SignInOptions, signer: Signer): SignIn {
  if (dataSyncIdOf !== undefined) return { dataSyncIdOf, ...(authorizationOf && { authorizationOf }) };
  return demoAccount === true ? createDemoAccount(signer) : { dataSyncIdOf: () => undefined };
}

const ACCOUNT = 'demo-account';
const PURPOSE = 'demo account';

/**
 * Sign-in for trying out the player: each viewer of the provider's own pages is the same account, without a password. These
 * pages get an `Authorization` (N1) for their calls, as from a provider that has accounts.
 */
function createDemoAccount(signer: Signer) {
  const authorization = `Bearer ${signer.sign(PURPOSE, ACCOUNT)}`;
  return {
    authorizationOf: (): string => authorization,
    dataSyncIdOf({ headers }: Request): string | undefined {
      const token = /^Bearer (.+)$/.exec(headers.get('Authorization') ?? '')?.[1];
      return token === undefined ? ACCOUNT : signer.open(PURPOSE, z.literal(ACCOUNT), token);
    },
  };
}
