import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileFolder } from '../files/file-folder.ts';
import { TEMPLATES, type Frontend, type TemplateName } from './frontend.ts';

/** The pages and scripts that `npm run build` has left in `folder` (`dist/`). */
export function createBuiltFrontend(folder: string): Frontend {
  const assets = new FileFolder(join(folder, 'client/assets'));
  const hostScripts = new FileFolder(join(folder, 'host'));
  const templates = new Map<TemplateName, Promise<string | undefined>>();
  const read = (name: TemplateName): Promise<string | undefined> =>
    readFile(join(folder, 'client', TEMPLATES[name]), 'utf8').catch(() => undefined);

  return {
    async template(name) {
      const known = await templates.get(name);
      if (known !== undefined) return known;
      const reading = read(name);
      templates.set(name, reading);
      return reading;
    },
    hostScript: (fileName) => hostScripts.find(fileName),
    asset: (path) => assets.find(path),
  };
}
