import type { PathPrefix } from '../http/path-prefix.ts';
import type { Frontend } from './frontend.ts';

/** Attributes of the built pages whose value is a path of this provider. */
const OWN_PATHS = /(\b(?:href|src|content|action)=")(?=\/(?!\/))/g;

/** A built page whose scripts, styles and links have the prefix. */
export function withPrefix(html: string, prefix: string): string {
  return html.replaceAll(OWN_PATHS, `$1${prefix}`);
}

/** Pages whose scripts, styles and links have the path prefix. */
export function prefixedFrontend(frontend: Frontend, { text }: PathPrefix): Frontend {
  if (text === '') return frontend;
  return {
    ...frontend,
    async template(name, requestPath) {
      const html = await frontend.template(name, requestPath);
      return html === undefined ? undefined : withPrefix(html, text);
    },
  };
}
