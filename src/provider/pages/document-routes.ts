import type { Hono } from 'hono';
import { SHOWN_VIDEOS_ID, type ShownVideo } from '../../../protocol/provider/shown-videos.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Frontend, TemplateName } from '../frontend/frontend.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import {
  ANY_ANCESTOR,
  demoPolicy,
  filmsPolicy,
  formatPolicy,
  operatorPolicy,
  statesPolicy,
  type PolicyDirectives,
  type PolicySources,
} from '../security/content-security-policy.ts';
import { inlineHashes } from '../security/inline-hashes.ts';
import type { OperatorLogin } from '../security/operator-login.ts';
import { EMBED_PERMISSIONS, HOST_PERMISSIONS, NO_PERMISSIONS } from '../security/security-headers.ts';
import { escapeScriptJson } from './escape.ts';
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
  { path: '/provider/viewers', template: 'viewers-page', policy: operatorPolicy, permissions: NO_PERMISSIONS },
];
const FILMS: Document = {
  path: '/provider/films',
  template: 'films-page',
  policy: filmsPolicy,
  permissions: EMBED_PERMISSIONS,
};
const STATES: Document = { path: '/states', template: 'states', policy: statesPolicy, permissions: EMBED_PERMISSIONS };

export interface DocumentRoutesDependencies {
  readonly frontend: Frontend;
  readonly catalog: Pick<Catalog, 'videos'>;
  readonly adjustPolicy: (directives: PolicyDirectives) => PolicyDirectives;
  /** Where there is a password. */
  readonly login: OperatorLogin | undefined;
  readonly pathPrefix: PathPrefix;
  /** Whether there is a page with every screen of the player. */
  readonly states: boolean;
  /** Whether there is a page for adding films. */
  readonly films: boolean;
}

/** The demo host page, the operator's pages and the states page: built HTML, each with a separate policy. */
export function documentRoutes(
  app: Hono,
  { frontend, catalog, adjustPolicy, login, pathPrefix, states, films }: DocumentRoutesDependencies,
): void {
  const documents = [...DOCUMENTS, ...(films ? [FILMS] : []), ...(states ? [STATES] : [])];
  for (const { path, template, policy, permissions } of documents)
    app.get(path, async (context) => {
      const built = await frontend.template(template, path);
      if (built === undefined) return notBuiltPage();
      const isOperators = OPERATOR_TEMPLATES.has(template);
      const hasSession = isOperators && (await login?.sessions.isOpen(context.req.raw.headers)) === true;
      const html = built
        .replace('<!--oriel:session-->', hasSession ? logoutForm(pathPrefix) : '')
        .replace('<!--oriel:films-->', films ? `<a href="${pathPrefix.add(FILMS.path)}">Add a film</a>` : '')
        .replace('<!--oriel:videos-->', () => videosBlock(catalog));
      const sources = {
        mediaOrigins: [],
        imageOrigins: [],
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

/** Pages behind the operator's password. */
const OPERATOR_TEMPLATES: ReadonlySet<TemplateName> = new Set(['live-page', 'films-page', 'viewers-page']);

/** A home page is no library. */
const SHOWN_VIDEOS_MAX = 60;

/** What the home page offers: the videos of this catalog, whosever they are. */
function videosBlock({ videos }: Pick<Catalog, 'videos'>): string {
  const shown = [...videos.values()].filter(({ isListed }) => isListed).slice(0, SHOWN_VIDEOS_MAX);
  const list = shown.map(({ id, title, lengthSeconds, location }): ShownVideo => ({
    id,
    title,
    lengthSeconds,
    ...(location !== undefined && { needsLocation: true }),
  }));
  return `<script type="application/json" id="${SHOWN_VIDEOS_ID}">${escapeScriptJson(list)}</script>`;
}
