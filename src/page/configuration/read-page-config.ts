import { parseJsonAt } from '../../../protocol/runtime/parse.ts';
import { PageConfig, PAGE_CONFIG_ELEMENT_ID } from '../../../protocol/page/page-config.ts';

/**
 * The configuration inside the page, which is part of every served page and plain file. Throws without a valid
 * configuration: the provider's addresses are then unknown.
 */
export function readInlinedPageConfig(document: Document): PageConfig {
  const text = document.getElementById(PAGE_CONFIG_ELEMENT_ID)?.textContent ?? '';
  const read = parseJsonAt('page configuration', PageConfig, text);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}
