import { join } from 'node:path';
import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import { explainReadError, readRegularText } from '../../files/regular-file.ts';
import { SiteSettings } from '../site-settings.ts';
import { DESCRIPTION_MAX_BYTES, readDescription } from './description.ts';

/** Reads `site.json`; `undefined` without the file. Any fault fails the whole file: partial privacy settings are unsafe. */
export function readSiteSettings(folder: string): Outcome<SiteSettings | undefined> {
  let text: string;
  try {
    text = readRegularText(join(folder, 'site.json'), DESCRIPTION_MAX_BYTES);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return succeed(undefined);
    return fail('edge.invalid', `site.json ${explainReadError(error)}`);
  }
  const description = readDescription('site.json', text, SiteSettings);
  return description.ok ? succeed(description.value.value) : description;
}
