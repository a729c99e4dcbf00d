import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJsonAt } from '../../../../protocol/parse.ts';
import { SiteSettings } from '../site-settings.ts';

/** `site.json`, or what holds without one. A bad file counts as absent, and is said. */
export async function readSiteSettings(folder: string): Promise<{ value: SiteSettings; problems: string[] }> {
  const text = await readFile(join(folder, 'site.json'), 'utf8').catch(() => '{}');
  const parsed = parseJsonAt('site.json', SiteSettings, text);
  return parsed.ok
    ? { value: parsed.value, problems: [] }
    : { value: SiteSettings.parse({}), problems: [parsed.message] };
}
