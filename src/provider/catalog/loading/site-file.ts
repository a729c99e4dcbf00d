import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import { SiteSettings } from '../site-settings.ts';
import { readDescription } from './description.ts';

/** `site.json`; `undefined` if there is none. Any fault fails the whole file: partial privacy settings are unsafe. */
export async function readSiteSettings(folder: string): Promise<Outcome<SiteSettings | undefined>> {
  let text: string;
  try {
    text = await readFile(join(folder, 'site.json'), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return succeed(undefined);
    return { ok: false, code: 'edge.invalid', message: `site.json cannot be read (${code ?? 'unknown error'})` };
  }
  const description = readDescription('site.json', text, SiteSettings);
  return description.ok ? succeed(description.value.value) : description;
}
