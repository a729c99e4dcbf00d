import type { BootState } from './boot-state.ts';

/** The HTML, its script and this module are one build; a missing part means a broken deployment, so it throws. */
export function inlineBoot(): BootState {
  if (window.orielBoot === undefined) throw new Error('the page has no boot script');
  return window.orielBoot;
}

export function element<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element #${id}`);
  return found as Kind;
}
