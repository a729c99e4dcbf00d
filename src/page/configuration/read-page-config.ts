import { parseJsonAt } from '../../../protocol/runtime/parse.ts';
import { PageConfig, PAGE_CONFIG_ELEMENT_ID } from '../../../protocol/page/page-config.ts';

/**
 * Configuration in the page. Every way to serve it writes one; without a valid one the provider's addresses are
 * unknown.
 */
export function readInlinedPageConfig(document: Document): PageConfig {
  const text = document.getElementById(PAGE_CONFIG_ELEMENT_ID)?.textContent ?? '';
  const read = parseJsonAt('page configuration', PageConfig, text);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}
