import { ERROR_MESSAGES } from '../../../protocol/errors.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { RequestContext } from '../../../protocol/provider/request-context.ts';
import type { CallOptions } from '../../../protocol/infrastructure/rpc.ts';
import { clientIdentity } from './client-identity.ts';
import type { Session } from './session.ts';

/** The context of one call, from the current state of the session (N3, C5). */
export function buildRequestContext(
  session: Session,
  nowMs: number,
  options: CallOptions = {},
): Outcome<RequestContext> {
  if (session.page.context === undefined) return fail('request.rejected', ERROR_MESSAGES.contextMissing);
  const { privacy, dataSyncId } = session.page;
  const { consent } = session;
  return succeed({
    client: buildClient(session),
    user: {
      lockedSafetyMode: privacy.lockedSafetyMode,
      enableSafetyMode: privacy.enableSafetyMode,
      ...(dataSyncId === undefined ? {} : { serializedDelegationContext: dataSyncId }),
      consent: consent.level,
    },
    request: {
      useSsl: session.settings.origin.startsWith('https:'),
      ...(privacy.privateEmbed ? {} : { sessionId: session.settings.sessionId }),
      consistencyTokenJars: session.tokenJars(nowMs),
      internalExperimentFlags: readFlags(session.settings.experiments ?? ''),
    },
    clickTracking:
      options.clickTrackingParams === undefined ? {} : { clickTrackingParams: options.clickTrackingParams },
    adSignalsInfo: { params: session.adSignals.list() },
    clientScreenNonce: session.settings.clientScreenNonce,
  });
}

/** Only the client part: log requests need no more, and a page whose configuration has no context has no more. */
export function buildClient(session: Session): RequestContext['client'] {
  const { settings, locationInfo, configHashes } = session;
  const { client } = settings;
  const visitorData = session.visitorData();
  const { visitorData: _, ...withoutVisitor } = client;
  return {
    ...withoutVisitor,
    ...clientIdentity(session),
    ...session.browser.localTime(),
    connectionType: session.browser.connectionType(),
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

/** `name=value` pairs joined by commas (P4). */
function readFlags(text: string): { key: string; value: string }[] {
  return text
    .split(',')
    .filter((flag) => flag !== '')
    .map((flag) => {
      const equals = flag.indexOf('=');
      return equals < 0 ? { key: flag, value: 'true' } : { key: flag.slice(0, equals), value: flag.slice(equals + 1) };
    });
}
