import type { Hono } from 'hono';
import { NODE_NAME_ID } from '../../../protocol/provider/observation.ts';
import { SHOWN_VIDEOS_ID, type ShownVideo } from '../../../protocol/provider/shown-videos.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ContentOrigins } from '../catalog/content-origins.ts';
import type { Frontend, TemplateName } from '../frontend/frontend.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import {
  ANY_ANCESTOR,
  demoPolicy,
  formatPolicy,
  statesPolicy,
  type PolicyDirectives,
  type PolicySources,
} from '../security/content-security-policy.ts';
import { inlineHashes } from '../security/inline-hashes.ts';
import type { OperatorLogin } from '../security/operator-login.ts';
import { EMBED_PERMISSIONS, HOST_PERMISSIONS } from '../security/security-headers.ts';
import { escapeHtml, escapeScriptJson } from '../http/escape.ts';
import { logoutForm } from './login-routes.ts';
import { notBuiltPage } from '../http/plain-pages.ts';

const FORMS_OF_OURS: PolicyDirectives = { 'form-action': ["'self'"] };

/** A page of built HTML with a separate policy. */
export interface Document {
  readonly path: string;
  readonly template: TemplateName;
  readonly policy: (sources: PolicySources) => PolicyDirectives;
  /** Value of `Permissions-Policy`. */
  readonly permissions: string;
  /** Has the form that signs the operator out. */
  readonly isOperators?: boolean;
  /** Text of links to this document on other pages of the operator. */
  readonly linkText?: string;
}

const DEMO: Document = {
  path: '/',
  template: 'demo',
  policy: demoPolicy,
  permissions: HOST_PERMISSIONS,
};
const STATES: Document = {
  path: '/states',
  template: 'states',
  policy: statesPolicy,
  permissions: EMBED_PERMISSIONS,
};

export interface DocumentRoutesDependencies {
  readonly frontend: Frontend;
  readonly catalog: Pick<Catalog, 'videos'>;
  readonly origins: () => Pick<ContentOrigins, 'mediaOrigins' | 'imageOrigins'>;
  readonly adjustPolicy: (directives: PolicyDirectives) => PolicyDirectives;
  /** Absent without a password. */
  readonly login: OperatorLogin | undefined;
  readonly pathPrefix: PathPrefix;
  /** Whether there is a page with every screen of the player. */
  readonly states: boolean;
  /** Name of this process among several; `null` where it is the only one. */
  readonly nodeName: () => string | null;
  /** Documents of the features. */
  readonly documents: readonly Document[];
}

/** The demo host page, the pages of the features and the states page. */
export function documentRoutes(
  app: Hono,
  {
    frontend,
    catalog,
    origins,
    adjustPolicy,
    login,
    pathPrefix,
    states,
    nodeName,
    documents: ofFeatures,
  }: DocumentRoutesDependencies,
): void {
  for (const { path, template, policy, permissions, isOperators } of [DEMO, ...ofFeatures, ...(states ? [STATES] : [])])
    app.get(path, async (context) => {
      const built = await frontend.template(template, path);
      if (built === undefined) return notBuiltPage();
      const hasSession = isOperators === true && (await login?.sessions.isOpen(context.req.raw.headers)) === true;
      const html = built
        .replace(
          '<!--oriel:session-->',
          () => (isOperators === true ? nodeText(nodeName()) : '') + (hasSession ? logoutForm(pathPrefix) : ''),
        )
        .replace('<!--oriel:links-->', () =>
          ofFeatures.flatMap((page) => (page.path === path ? [] : linkTo(page, pathPrefix))).join(' '),
        )
        .replace('<!--oriel:videos-->', () => videosBlock(catalog));
      const sources = {
        mediaOrigins: origins().mediaOrigins,
        imageOrigins: origins().imageOrigins,
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

/** Name of the node that has made the page. The script may replace it by the node that sent its figures. */
function nodeText(name: string | null): string {
  return name === null ? '' : `<p id="${NODE_NAME_ID}">Node ${escapeHtml(name)}</p>`;
}

function linkTo({ path, linkText }: Document, pathPrefix: PathPrefix): string[] {
  return linkText === undefined ? [] : [`<a href="${pathPrefix.add(path)}">${linkText}</a>`];
}

/** Limit of the videos on the home page, which is no library. */
const SHOWN_VIDEOS_MAX = 60;

/** Videos on the home page: the videos of this catalog, of any owner. */
function videosBlock({ videos }: Pick<Catalog, 'videos'>): string {
  const shown = [...videos.values()].filter(({ isListed }) => isListed).slice(0, SHOWN_VIDEOS_MAX);
  const list = shown.map(({ id, title, lengthSeconds, sources, location }): ShownVideo => ({
    id,
    title,
    lengthSeconds,
    isLive: sources.isLive,
    ...(location !== undefined && { needsLocation: true }),
  }));
  return `<script type="application/json" id="${SHOWN_VIDEOS_ID}">${escapeScriptJson(list)}</script>`;
}
