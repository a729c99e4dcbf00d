import * as ELEMENT_IDS from '../platform/element-ids.ts';

/** Session-history state of a page that has reloaded; `null` if it never has. */
interface Renewal {
  /** Position of the player, until the new page has read it. */
  readonly place: unknown;
}

/** Time limit of the old page's last flush, for which a viewer waits. */
const FINAL_FLUSH_MS = 1_000;

/** The part of `Window` that is used. */
export interface RenewableWindow {
  readonly setTimeout: (task: () => void, delayMs: number) => unknown;
  readonly location: Pick<Location, 'href' | 'reload'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  readonly fetch: (address: string, options: RequestInit) => Promise<Pick<Response, 'text'>>;
}

/**
 * Reloads the page after a part did not load, if the server has another build by now. Without a response a reload would not
 * help; with the same build it helps only where the browser keeps the failure of a module. At most once for each entry in the
 * history, which outlives the document: a server that mixes builds would otherwise cause endless reloads.
 *
 * @param main Address of the page's module, which names its build.
 * @param placeOf What {@link takePlace} returns in the new page.
 * @param flushBeforeReload Awaited before the reload, a second at most: the failure is about to be reported.
 * @param evenSameBuild The part has failed before, and has been requested again.
 */
export async function renewPage(
  window: RenewableWindow,
  main: string,
  placeOf: () => unknown,
  flushBeforeReload: () => unknown = () => undefined,
  evenSameBuild = false,
): Promise<void> {
  const { location, history } = window;
  if (history.state !== null) return;
  const html = await (await window.fetch(location.href, { cache: 'no-cache' })).text();
  const isPage = html.includes(ELEMENT_IDS.main);
  if (!isPage || (html.includes(main) && !evenSameBuild)) return;
  await Promise.race([flushBeforeReload(), new Promise<void>((resolve) => window.setTimeout(resolve, FINAL_FLUSH_MS))]);
  if (history.state !== null) return;
  history.replaceState({ place: placeOf() } satisfies Renewal, '');
  location.reload();
}

/** The position of the earlier page that this page replaces, returned once; `null` without an earlier page. */
export function takePlace({ history }: Pick<RenewableWindow, 'history'>): unknown {
  const renewal = history.state as Renewal | null;
  if (renewal === null) return null;
  history.replaceState({ place: null } satisfies Renewal, '');
  return renewal.place;
}
