import type { StaticSiteOptions } from './options.ts';

/** First line of the README, which identifies a folder that this build has written. */
export const README_TITLE = '# Oriel, as static files';

export function readme({ provider, basePath, withCredentials }: StaticSiteOptions): string {
  const origin = 'https://player.example';
  const site = `${origin}${basePath}`;
  return `${README_TITLE}

Serve this folder as the root of an origin, here \`${origin}\`. The players call the provider at
\`${provider}\`; the folder is the same for all videos and viewers.

- Player: \`${site}/embed/{id}\`
- Scripts for host pages: \`${site}/iframe_api\`, \`${site}/oriel.js\` and \`${site}/oriel-player.js\`

## The host

The page \`${basePath}/player.html\` has to be shown at \`${basePath}/embed\` and at \`${basePath}/embed/{id}\`, \`${basePath}/v/{id}\` and
\`${basePath}/e/{id}\`, with or without a slash at their end, and at no other path; files need the headers of the provider's own
pages. Both are here in the formats of common hosts:

- \`_redirects\` and \`_headers\`: Netlify, Cloudflare Pages and others read them by themselves.
- \`nginx.conf\`: \`include\` it in a \`server\` whose \`root\` is this folder.
- \`Caddyfile\`: \`import\` it in a site whose \`root\` is this folder.

They are made from the files of this build: the policy holds hashes of the page's inline script and styles. Replace
everything together, and keep files of \`${basePath}/assets\` for a week: open pages still load them. Do not serve the four files and
this one where your host does not leave them out by itself.

A host that can do neither shows \`${site}/embed/?playlist={id}\` and, for host pages, \`${site}/iframe_api.js\`. Without the headers
videos play, but the page is less protected, and host pages that are cross-origin isolated cannot frame it.

## The provider

It has to allow calls of other origins. The reference provider does; it shows videos that are restricted by \`allowedHosts\`
where the origin of the players is listed: \`ORIEL_PAGE_ORIGINS=${origin}\`.
${
  withCredentials
    ? `Calls carry its cookies, so it has to be listed in any case, and no call succeeds before. Browsers send the cookies of your
sign-in in a frame of another site only if they are \`Partitioned\`.`
    : 'Calls carry no cookies of it: all viewers are visitors. `--with-credentials` changes that.'
}

## What is different

- The page asks for its configuration first (\`GET /youtubei/v1/page_config\`), so title, poster and first frame come one round trip
  later than in a page that the provider renders, and an embed that nobody plays loads its scripts all the same.
- Until the provider has answered nothing is kept or sent, and host pages wait. Without a response the player says so, and
  asks again when the viewer tries again.
- Who may frame a player is not in its headers. The provider refuses the streams of a video where the host is not allowed.
- Cards, search engines and viewers without scripts get a page that names no video. oEmbed is the provider's.
- Share links are the provider's, under its \`ORIEL_PUBLIC_ORIGIN\`.
- A private embed is known by the players' host name, too (\`privateEmbedHosts\`).
`;
}
