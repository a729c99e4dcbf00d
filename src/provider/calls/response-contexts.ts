import { createHash } from 'node:crypto';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { HEADERS } from '../../../protocol/provider/request-context.ts';
import type { ResponseContext } from '../../../protocol/provider/response-context.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { derivedFrom } from '../catalog/derived.ts';
import type { ContextClient } from './context-client.ts';
import type { Signer } from '../security/signer.ts';
import type { Visitors } from '../security/visitors.ts';

/** Lifetime of the consistency token in each response (N18). */
const CONSISTENCY_TOKEN_LIFETIME_SECONDS = 600;

/** The part common to every response (N18, L7). */
export interface ResponseContexts {
  /** `visitorData` is the caller's; valid data is kept, other data is replaced. */
  create(client: ContextClient, visitorData: string | undefined): ResponseContext;
}

/** The header takes precedence: it is the same on every call, whatever the body holds (N1). */
export function visitorDataOf(request: Request, client: ContextClient): string | undefined {
  return request.headers.get(HEADERS.visitorId) ?? client.visitorData;
}

interface Dependencies {
  readonly signer: Signer;
  readonly clock: Clock;
  readonly visitors: Visitors;
  /** Provides the configuration for pages. */
  readonly catalog: Catalog;
}

export function createResponseContexts({ signer, clock, visitors, catalog }: Dependencies): ResponseContexts {
  const configuration = derivedFrom(catalog, ({ site: { config } }) => ({
    config,
    hashes: { hot: hashOf(config.hot), cold: hashOf(config.cold) },
  }));
  // Content is sent only to a client that does not have it yet (L7).
  const half = (name: 'hot' | 'cold', known: string | undefined): { hashData: string; configData?: unknown } => {
    const { config, hashes } = configuration();
    return known === hashes[name] ? { hashData: hashes[name] } : { hashData: hashes[name], configData: config[name] };
  };

  return {
    create: (client, visitorData) => ({
      visitorData: visitors.idOf(visitorData) === undefined ? visitors.create() : visitorData,
      /** This provider keeps all data in one database, so the jar only proves that clients return it unchanged (N18). */
      consistencyTokenJar: {
        encryptedTokenJarContents: signer.sign('consistency', { writtenMs: clock.now() }),
        expirationSeconds: CONSISTENCY_TOKEN_LIFETIME_SECONDS,
      },
      globalConfigGroup: {
        hot: half('hot', client.configInfo?.hotConfigHash),
        cold: half('cold', client.configInfo?.coldConfigHash),
      },
    }),
  };
}

function hashOf(config: unknown): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('base64url').slice(0, 16);
}
