import { ERROR_MESSAGES } from '../../../protocol/errors.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { CLIENT_NAME, type RequestContext } from '../../../protocol/infrastructure/request-context.ts';
import type { CallOptions } from '../../../protocol/infrastructure/rpc.ts';
import type { Session } from './session.ts';

/** N3, C5: the context of one call, as things are now. */
export function buildRequestContext(
  session: Session,
  nowMs: number,
  options: CallOptions = {},
): Outcome<RequestContext> {
  if (session.page.context === undefined) return fail('request.rejected', ERROR_MESSAGES.contextMissing);
  const { privacy, dataSyncId } = session.page;
  const clientScreenNonce = options.clientScreenNonce ?? session.clientScreenNonce;
  return succeed({
    client: buildClient(session),
    user: {
      lockedSafetyMode: privacy.lockedSafetyMode,
      enableSafetyMode: privacy.enableSafetyMode,
      ...(dataSyncId === undefined ? {} : { serializedDelegationContext: dataSyncId }),
    },
    request: {
      useSsl: session.origin.startsWith('https:'),
      ...(privacy.privateEmbed ? {} : { sessionId: session.sessionId }),
      consistencyTokenJars: session.tokenJars(nowMs),
      internalExperimentFlags: session.experimentFlags,
    },
    clickTracking:
      options.clickTrackingParams === undefined ? {} : { clickTrackingParams: options.clickTrackingParams },
    adSignalsInfo: { params: session.adSignals() },
    ...(clientScreenNonce === undefined ? {} : { clientScreenNonce }),
  });
}

/** The client part alone: all that the log needs, and all it can have on a page without a shell. */
export function buildClient(session: Session): RequestContext['client'] {
  const { client, page, locationInfo, configHashes } = session;
  const visitorData = session.visitorData();
  const { visitorData: _, ...withoutVisitor } = client;
  return {
    ...withoutVisitor,
    clientName: page.context?.client.clientName ?? (client.clientName || CLIENT_NAME),
    clientVersion: page.context?.client.clientVersion ?? client.clientVersion,
    ...(visitorData === undefined ? {} : { visitorData }),
    ...(locationInfo === undefined ? {} : { locationInfo }),
    ...(configHashes.hot === undefined && configHashes.cold === undefined
      ? {}
      : {
          configInfo: {
            ...(configHashes.cold === undefined ? {} : { coldConfigHash: configHashes.cold }),
            ...(configHashes.hot === undefined ? {} : { hotConfigHash: configHashes.hot }),
          },
        }),
  };
}
