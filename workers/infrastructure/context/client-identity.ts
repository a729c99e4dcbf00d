import { CLIENT_NAME } from '../../../protocol/provider/request-context.ts';
import { VERSION } from '../../../protocol/version.ts';
import type { Session } from './session.ts';

/** Name and version of the client by the provider's configuration; the client's own until that has loaded (N1, C5). */
export function clientIdentity({ page, settings: { client } }: Session): {
  readonly clientName: string;
  readonly clientVersion: string;
} {
  const shell = page.context?.client;
  return {
    clientName: shell?.clientName ?? (client.clientName || CLIENT_NAME),
    clientVersion: shell?.clientVersion ?? (client.clientVersion || VERSION),
  };
}
