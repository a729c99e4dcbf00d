import type { ServedFile } from '../files/file-folder.ts';

/** HTML entries of the client build. */
export const TEMPLATES = {
  page: 'src/page/index.html',
  demo: 'src/demo/index.html',
  'live-page': 'src/audience/live-page/index.html',
  'videos-page': 'src/studio/videos-page/index.html',
  'viewers-page': 'src/audience/viewers-page/index.html',
  'reports-page': 'src/audience/reports-page/index.html',
  'people-page': 'src/audience/people-page/index.html',
  states: 'src/states/index.html',
} as const;
export type TemplateName = keyof typeof TEMPLATES;

/** Scripts for host pages, by the path of the request. */
export const HOST_SCRIPTS: Readonly<Record<string, string>> = {
  '/iframe_api': 'iframe_api.js',
  '/player_api': 'iframe_api.js',
  '/oriel.js': 'oriel.js',
  '/oriel-player.js': 'oriel-player.js',
};

/**
 * Source of the built pages. The built product reads `dist/`; the Vite dev server provides its own implementation, which
 * transforms the sources.
 */
export interface Frontend {
  /** HTML with its tokens still in place. `requestPath` is the path of the request. */
  template(name: TemplateName, requestPath: string): Promise<string | undefined>;
  /** One of {@link HOST_SCRIPTS}, by file name. */
  hostScript(fileName: string): Promise<ServedFile | undefined>;
  /** `path` below `/assets/`, of this build or of an earlier one. */
  asset(path: string): Promise<ServedFile | undefined>;
  /** The licences of third-party code in the build; `undefined` if nothing was built. */
  thirdPartyNotices(): Promise<ServedFile | undefined>;
}
