import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';

/** Whether the page is served or embedded by an education host, or by a subdomain of one (P9). */
export function isEducationEmbed(
  { educationHosts }: Pick<PageConfig['privacy'], 'educationHosts'>,
  origins: readonly (string | undefined)[],
): boolean {
  const hosts = origins.map((origin) => hostOf(origin)).filter((host) => host !== null);
  return hosts.some((host) => educationHosts.some((known) => host === known || host.endsWith(`.${known}`)));
}

function hostOf(origin: string | undefined): string | null {
  return unlessThrown(() => (origin === undefined ? null : new URL(origin).hostname)) ?? null;
}
