import type { PageConfig } from '../../../protocol/page-config.ts';

/** P9: the page is embedded in a site of an education host, or in one below it. */
export function isEducationEmbed(
  { educationHosts }: Pick<PageConfig['privacy'], 'educationHosts'>,
  embedderOrigin: string | undefined,
): boolean {
  const host = hostOf(embedderOrigin);
  return host !== null && educationHosts.some((known) => host === known || host.endsWith(`.${known}`));
}

function hostOf(origin: string | undefined): string | null {
  try {
    return origin === undefined ? null : new URL(origin).hostname;
  } catch {
    return null;
  }
}
