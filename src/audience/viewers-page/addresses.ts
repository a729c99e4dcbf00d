import type { ExportedTable, ExportFormat } from '../../../protocol/provider/viewers-report.ts';

export type Query = Readonly<Record<string, string>>;

/** Where this page and its data are: below the path prefix of the provider, wherever that is. */
export interface Addresses {
  readonly videos: string;
  /** The videos with these ids. */
  titles(ids: readonly string[]): string;
  readonly events: string;
  readonly errors: string;
  report(query: Query): string;
  export(query: Query, table: ExportedTable, format: ExportFormat): string;
  /** The page on which a session is exported and deleted. */
  person(session: string): string;
  /** This page with another query. */
  page(query: Query): string;
}

/** @param pagePath Of this page: `/provider/viewers`, behind a prefix where there is one. */
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
