import type { BrowserContext, Route } from 'playwright';

/** An interface, `Interface.member`, or `Interface.member` of its instances. */
export type ApiName = string;

/** Removes these interfaces from later pages of this context, and from their frames and workers. */
export async function takeAway(context: BrowserContext, names: readonly ApiName[]): Promise<void> {
  const script = `(${removeApis.toString()})(${JSON.stringify(names)});`;
  await context.addInitScript(script);
  // Init scripts do not run in workers, so the script is put in front of the worker's own file.
  await context.route(/\.worker-[^/]*\.js$/, async (route: Route) => {
    // The fetch fails when the page has closed; then it needs no worker.
    const response = await route.fetch().catch(() => undefined);
    if (response !== undefined) await route.fulfill({ response, body: script + (await response.text()) });
  });
}

/** Runs in the page or the worker. */
function removeApis(names: readonly string[]): void {
  const scope = globalThis as unknown as Record<string, unknown>;
  for (const name of names) {
    const [owner = '', member] = name.split('.');
    const holders: unknown[] =
      member === undefined || owner === 'Window' || owner === 'WorkerGlobalScope' || owner === '_globals'
        ? [scope, Object.getPrototypeOf(scope)]
        : [scope[owner], (scope[owner] as { prototype?: object } | undefined)?.prototype];
    for (const holder of holders) {
      if ((typeof holder !== 'object' && typeof holder !== 'function') || holder === null) continue;
      Reflect.deleteProperty(holder, member ?? owner);
    }
  }
}
