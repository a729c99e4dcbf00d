import type { Hono } from 'hono';
import type { Frontend, TemplateName } from '../frontend/frontend.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import {
  ANY_ANCESTOR,
  demoPolicy,
  formatPolicy,
  operatorPolicy,
  statesPolicy,
  type PolicyDirectives,
  type PolicySources,
} from '../security/content-security-policy.ts';
import { inlineHashes } from '../security/inline-hashes.ts';
import type { OperatorLogin } from '../security/operator-login.ts';
import { EMBED_PERMISSIONS, HOST_PERMISSIONS, NO_PERMISSIONS } from '../security/security-headers.ts';
import { logoutForm } from './login-routes.ts';
import { notBuiltPage } from './plain-pages.ts';

const FORMS_OF_OURS: PolicyDirectives = { 'form-action': ["'self'"] };

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
const STATES: Document = { path: '/states', template: 'states', policy: statesPolicy, permissions: EMBED_PERMISSIONS };

export interface DocumentRoutesDependencies {
  readonly frontend: Frontend;
  readonly adjustPolicy: (directives: PolicyDirectives) => PolicyDirectives;
  /** Where there is a password. */
  readonly login: OperatorLogin | undefined;
  readonly pathPrefix: PathPrefix;
  /** Whether there is a page with every screen of the player. */
  readonly states: boolean;
}

/** The demo host page, the live page and the states page: built HTML unchanged, each with a separate policy. */
export function documentRoutes(
  app: Hono,
  { frontend, adjustPolicy, login, pathPrefix, states }: DocumentRoutesDependencies,
): void {
  for (const { path, template, policy, permissions } of states ? [...DOCUMENTS, STATES] : DOCUMENTS)
    app.get(path, async (context) => {
      const built = await frontend.template(template, path);
      if (built === undefined) return notBuiltPage();
      const hasSession = template === 'live-page' && login?.sessions.isOpen(context.req.raw.headers) === true;
      const html = built.replace('<!--oriel:session-->', hasSession ? logoutForm(pathPrefix) : '');
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
          'Content-Security-Policy': formatPolicy(
            adjustPolicy({ ...policy(sources), ...(hasSession ? FORMS_OF_OURS : {}) }),
          ),
          'Permissions-Policy': permissions,
        },
      });
    });
}
