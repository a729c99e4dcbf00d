import type { PathPrefix } from '../http/path-prefix.ts';
import type { Frontend } from './frontend.ts';

/** Attributes of the built pages whose value is one of our paths. */
const OWN_PATHS = /(\b(?:href|src|content|action)=")(?=\/(?!\/))/g;

/** Pages whose scripts, styles and links have the path prefix. */
export function prefixedFrontend(frontend: Frontend, { text }: PathPrefix): Frontend {
  if (text === '') return frontend;
  return {
    ...frontend,
    template: async (name, requestPath) =>
      (await frontend.template(name, requestPath))?.replaceAll(OWN_PATHS, `$1${text}`),
  };
}
