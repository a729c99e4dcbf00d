import type { ExportedTable, ExportFormat } from '../../../protocol/provider/viewers-report.ts';

export type Query = Readonly<Record<string, string>>;

/** Paths of this page and its data, including the path prefix of the provider. */
export interface Addresses {
  readonly videos: string;
  /** Path of the titles of videos. */
  titles(ids: readonly string[]): string;
  readonly events: string;
  readonly errors: string;
  report(query: Query): string;
  export(query: Query, table: ExportedTable, format: ExportFormat): string;
  /** The page on which a session is exported and deleted. */
  person(session: string): string;
  /** Path of this page with a query. */
  page(query: Query): string;
}

/** @param pagePath Path of this page: `/provider/viewers`, with the prefix if there is one. */
export function createAddresses(pagePath: string): Addresses {
  const provider = pagePath.replace(/\/viewers\/?$/, '');
  const asked = (path: string, query: Query): string => {
    const filled = Object.entries(query).filter(([, value]) => value !== '');
    return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled).toString()}`;
  };
  return {
    videos: `${provider}/api/viewers/videos`,
    titles: (ids) =>
      `${provider}/api/viewers/videos?${new URLSearchParams({ ids: [...new Set(ids)].join(',') }).toString()}`,
    events: `${provider}/api/events`,
    errors: `${provider}/api/errors`,
    report: (query) => asked(`${provider}/api/viewers/report`, query),
    export: (query, table, format) => asked(`${provider}/api/viewers/export`, { ...query, table, format }),
    person: (id) => asked(`${provider}/people`, { kind: 'session', id }),
    page: (query) => asked(`${provider}/viewers`, query),
  };
}
