import type { Hono } from 'hono';
import type { Frontend, TemplateName } from '../frontend/frontend.ts';
import {
  ANY_ANCESTOR,
  demoPolicy,
  formatPolicy,
  operatorPolicy,
  type PolicyDirectives,
  type PolicySources,
} from '../security/content-security-policy.ts';
import { inlineHashes } from '../security/inline-hashes.ts';
import { HOST_PERMISSIONS, NO_PERMISSIONS } from '../security/security-headers.ts';
import { notBuiltPage } from './plain-pages.ts';

interface Document {
  readonly path: string;
  readonly template: TemplateName;
  readonly policy: (sources: PolicySources) => PolicyDirectives;
  readonly permissions: string;
}

const DOCUMENTS: readonly Document[] = [
  { path: '/', template: 'demo', policy: demoPolicy, permissions: HOST_PERMISSIONS },
  { path: '/provider', template: 'live-page', policy: operatorPolicy, permissions: NO_PERMISSIONS },
];

/** The demo host page and the live page: built HTML as it is, with a policy of its own. */
export function documentRoutes(
  app: Hono,
  frontend: Frontend,
  adjustPolicy: (directives: PolicyDirectives) => PolicyDirectives,
): void {
  for (const { path, template, policy, permissions } of DOCUMENTS)
    app.get(path, async () => {
      const html = await frontend.template(template, path);
      if (html === undefined) return notBuiltPage();
      const sources = {
        mediaOrigins: [],
        connectOrigins: [],
        scriptOrigins: [],
        frameAncestors: ANY_ANCESTOR,
        ...inlineHashes(html),
      };
      return new Response(html, {
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-cache',
          'Content-Security-Policy': formatPolicy(adjustPolicy(policy(sources))),
          'Permissions-Policy': permissions,
        },
      });
    });
}
