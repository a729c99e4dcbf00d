/** Times for which browsers and proxies keep the files of the build, on any server. */

/** File names change with their content. */
export const LONG_LIVED = 'public, max-age=31536000, immutable';
/** Host pages keep the script's address for years; a new version reaches them within minutes. */
export const SHORT_LIVED = 'public, max-age=300, stale-while-revalidate=86400';
/** The page names the files of one build, so it is revalidated each time. */
export const PAGE_FRESHNESS = 'no-cache';
