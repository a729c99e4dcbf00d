import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { ResponseContext } from '../../../protocol/provider/response-context.ts';
import type { StoredTokenJar } from '../../../protocol/infrastructure/request-context.ts';
import type { Session } from '../context/session.ts';

export interface ResponseContextSinks {
  readonly saveConfig: (config: NonNullable<ResponseContext['globalConfigGroup']>) => void;
  readonly saveLocationToken: (token: string) => void;
  readonly saveTokenJar: (jar: StoredTokenJar) => void;
}

/** Stores what any response may contain (N18, L7). */
export function applyResponseContext(
  context: ResponseContext | undefined,
  session: Session,
  clock: Clock,
  sinks: ResponseContextSinks,
): void {
  if (context === undefined) return;
  const { visitorData, consistencyTokenJar: jar, locationPlayabilityToken, globalConfigGroup } = context;
  if (visitorData !== undefined) session.saveVisitorData(visitorData);
  if (jar !== undefined) {
    const { encryptedTokenJarContents, expirationSeconds } = jar;
    const kept = { jar: { encryptedTokenJarContents }, expiresAtMs: clock.now() + expirationSeconds * 1_000 };
    session.saveTokenJar(kept);
    sinks.saveTokenJar(kept);
  }
  if (locationPlayabilityToken !== undefined) sinks.saveLocationToken(locationPlayabilityToken);
  if (globalConfigGroup !== undefined) sinks.saveConfig(globalConfigGroup);
}
