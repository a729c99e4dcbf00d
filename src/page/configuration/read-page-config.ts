import { parseJsonAt } from '../../../protocol/runtime/parse.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import { PageConfig, PAGE_CONFIG_ELEMENT_ID } from '../../../protocol/page/page-config.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import { idOfAddress } from './initial-video.ts';
import { PLAIN_PAGE_SETTINGS, type PageSettings } from '../infrastructure/page-settings.ts';

/** The configuration that the server wrote into the page, or `null` if the page was served as a plain file. */
export function readInlinedPageConfig(document: Document): Outcome<PageConfig> | null {
  const text = document.getElementById(PAGE_CONFIG_ELEMENT_ID)?.textContent;
  return text ? parseJsonAt('page configuration', PageConfig, text) : null;
}

/** Of a page that was served as a plain file it is requested; `null` if there is no response. */
export async function pageConfigOf(
  inlined: PageConfig | null,
  infrastructure: Pick<Infrastructure, 'loadPageConfig'>,
  pathname: string,
): Promise<PageConfig | null> {
  if (inlined !== null) return inlined;
  const loaded = await infrastructure.loadPageConfig(idOfAddress(pathname) ?? '');
  return loaded.ok ? loaded.value : null;
}

/**
 * What a plain file starts with; the rest is asked for. The page may name its provider in
 * `<meta name="oriel-provider" content="…">`; without it, the provider is the server of the page.
 */
export function plainPageSettings(document: Document): PageSettings {
  const provider = document.querySelector<HTMLMetaElement>('meta[name="oriel-provider"]')?.content ?? '';
  const addresses = { ...PLAIN_PAGE_SETTINGS.addresses, api: provider.replace(/\/$/, '') };
  return { ...PLAIN_PAGE_SETTINGS, addresses };
}
