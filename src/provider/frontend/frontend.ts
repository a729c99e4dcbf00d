import type { ServedFile } from '../files/file-folder.ts';

/** HTML entries of the client build. */
export const TEMPLATES = {
  page: 'src/page/index.html',
  demo: 'src/demo/index.html',
  'live-page': 'src/provider/live-page/index.html',
} as const;
export type TemplateName = keyof typeof TEMPLATES;

/** Scripts for host pages, by the path they are asked for with. */
export const HOST_SCRIPTS: Readonly<Record<string, string>> = {
  '/iframe_api': 'iframe_api.js',
  '/player_api': 'iframe_api.js',
  '/oriel.js': 'oriel.js',
};

/**
 * Where the built pages come from. The built product reads `dist/`; the Vite dev server hands in its own, which
 * transforms the sources.
 */
export interface Frontend {
  /** HTML with its tokens still in place. `requestPath` is what the page was asked for with. */
  template(name: TemplateName, requestPath: string): Promise<string | undefined>;
  /** One of {@link HOST_SCRIPTS}, by file name. */
  hostScript(fileName: string): Promise<ServedFile | undefined>;
  /** `path` below `/assets/`, of this build or of an earlier one. */
  asset(path: string): Promise<ServedFile | undefined>;
  /** The licences of what is in the build and is not ours; `undefined` where nothing was built. */
  thirdPartyNotices(): Promise<ServedFile | undefined>;
}
