import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileFolder } from '../files/file-folder.ts';
import { TEMPLATES, type Frontend } from './frontend.ts';

interface ReadTemplate {
  readonly modifiedMs: number;
  readonly html: string;
}

/** The pages and scripts that `npm run build` wrote to `folder` (`dist/`). */
export function createBuiltFrontend(folder: string): Frontend {
  const client = new FileFolder(join(folder, 'client'));
  const assets = new FileFolder(join(folder, 'client/assets'), { isPacked: true });
  // A page that was opened before the last build still requests these.
  const earlierAssets = new FileFolder(join(folder, 'earlier-assets'), { isPacked: true });
  const hostScripts = new FileFolder(join(folder, 'host'));
  const templates = new Map<string, ReadTemplate>();

  return {
    template: (name) => readTemplate(join(folder, 'client', TEMPLATES[name]), templates),
    hostScript: (fileName) => hostScripts.find(fileName),
    /** Source maps are not served: they are for reading stacks locally. */
    asset: async (path) =>
      /\.(?:map|br|gz)$/.test(path) ? undefined : ((await assets.find(path)) ?? (await earlierAssets.find(path))),
    thirdPartyNotices: () => client.find('third-party-notices.txt'),
  };
}

/** Reads a template, again after each build: an old page would name missing scripts. `undefined` if nothing was built. */
async function readTemplate(path: string, known: Map<string, ReadTemplate>): Promise<string | undefined> {
  try {
    const { mtimeMs: modifiedMs } = await stat(path);
    const before = known.get(path);
    if (before?.modifiedMs === modifiedMs) return before.html;
    const html = await readFile(path, 'utf8');
    known.set(path, { modifiedMs, html });
    return html;
  } catch {
    return undefined;
  }
}
