import type { Page } from 'playwright';
import type { HostSite } from '../../support/host-site.ts';
import type { WatchedPage } from '../../support/browser.ts';
import type { Product } from '../../support/test.ts';

/** A host page of another origin that records the events it receives. */

export type Seen = readonly (readonly [name: string, data: unknown])[];

interface HostWindow extends Window {
  readonly seen: Seen;
}

/** `note(name)` is a listener that puts the name and the data of its event into `seen`. */
const NOTES = `<script>
  window.seen = [];
  window.note = (name) => (event) => void seen.push([name, event?.data ?? null]);
</script>`;

export function hostHtml(body: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">${NOTES}${body}`;
}

export interface HostPage extends WatchedPage {
  seen(): Promise<Seen>;
  /** Data of the events noted under a name. */
  heard(name: string): Promise<readonly unknown[]>;
}

export async function openHost(product: Product, site: HostSite, body: string): Promise<HostPage> {
  const watched = await product.openPage();
  await watched.page.goto(site.page(hostHtml(body)));
  const seen = (): Promise<Seen> => watched.page.evaluate(() => (window as unknown as HostWindow).seen);
  const heard = async (name: string): Promise<readonly unknown[]> =>
    (await seen()).filter(([noted]) => noted === name).map(([, data]) => data);
  return { ...watched, seen, heard };
}

/** Evaluates the text of a script in the page, with access to `player` and the other globals of the page. */
export function run<Result>(page: Page, script: string): Promise<Result> {
  return page.evaluate(script) as Promise<Result>;
}
