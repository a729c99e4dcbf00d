import * as ELEMENT_IDS from './element-ids.ts';

/** What the history of the frame keeps of a page that has loaded anew; `null` where it never has. */
interface Renewal {
  /** Where the player was, until the new page has taken it. */
  readonly place: unknown;
}

/** As much of a window as this needs. */
export interface RenewableWindow {
  readonly location: Pick<Location, 'href' | 'reload'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  readonly fetch: (address: string, options: RequestInit) => Promise<Pick<Response, 'text'>>;
}

/**
 * A part of the page did not load. Where the server has another build by now, the page loads anew; where it has the same, or
 * cannot be asked, that helps nobody. At most once for each entry in the history, which outlives the document: a server
 * that mixes builds would have it load for ever.
 *
 * @param main Address of the page's module, which names its build.
 * @param placeOf What {@link takePlace} answers in the new page.
 */
export async function renewPage(window: RenewableWindow, main: string, placeOf: () => unknown): Promise<void> {
  const { location, history } = window;
  if (history.state !== null) return;
  const html = await (await window.fetch(location.href, { cache: 'no-cache' })).text();
  const isOtherBuild = html.includes(ELEMENT_IDS.main) && !html.includes(main);
  if (!isOtherBuild || history.state !== null) return;
  history.replaceState({ place: placeOf() } satisfies Renewal, '');
  location.reload();
}

/** Where the page was that this one replaces, once; `null` where it replaces none. */
export function takePlace({ history }: Pick<RenewableWindow, 'history'>): unknown {
  const renewal = history.state as Renewal | null;
  if (renewal === null) return null;
  history.replaceState({ place: null } satisfies Renewal, '');
  return renewal.place;
}
