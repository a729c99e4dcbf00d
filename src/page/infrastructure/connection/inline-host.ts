import type { LoadModule, StartedHost } from './service-host.ts';

/** The same service on main, without Comlink: for browsers and policies that allow no worker (design.md 3). */
export async function startInlineHost(address: string, load: LoadModule): Promise<StartedHost> {
  try {
    const { createInfrastructure } = await load(address);
    const api = createInfrastructure();
    return {
      host: {
        mode: 'inline',
        api,
        deliver: (lines, lostCount) => api.logEvents(lines, lostCount),
        close: () => {},
      },
    };
  } catch (error) {
    return { refusal: `inline service failed to load: ${error}` };
  }
}
