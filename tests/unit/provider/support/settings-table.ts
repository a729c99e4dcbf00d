import { LIMITS } from '../../../../src/provider/settings/limits.ts';
import { SETTINGS } from '../../../../src/provider/settings/settings.ts';

/** Every setting and limit as the rows of the README's Markdown table; a test compares the two. */
export function settingsTable(): string[] {
  const rows = [
    ...Object.values(SETTINGS),
    ...Object.values(LIMITS).map((limit) => ({
      ...limit,
      fallback: limit.fallback.toLocaleString('en').replaceAll(',', ' '),
    })),
  ];
  return rows.map(({ variable, fallback, says }) => `| \`${variable}\` | ${fallback} | ${says} |`);
}
