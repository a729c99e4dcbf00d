import { positionAt, type PlayerSnapshot } from '../../player/player.ts';

/** Details that a viewer can send to the site's operator. They omit the query of the page's address, which may hold secrets. */
export function errorDetails(
  snapshot: PlayerSnapshot,
  page: {
    /** Title of the error card. */
    readonly errorTitle: string;
    readonly address: string;
    readonly userAgent: string;
    readonly nowMs: number;
    readonly isoTime: string;
  },
): string {
  const { error, video, mediaPath, quality } = snapshot;
  const { origin, pathname } = new URL(page.address);
  const rows: readonly (readonly [string, string])[] = [
    ['code', error?.code ?? ''],
    ['message', page.errorTitle],
    ['video', video.videoId],
    ['position', `${positionAt(snapshot, page.nowMs).toFixed(1)} s`],
    ['path', mediaPath ?? ''],
    ['quality', quality],
    ['page', origin + pathname],
    ['time', page.isoTime],
    ['browser', page.userAgent],
  ];
  return rows.map(([name, value]) => `${name}: ${value}`).join('\n');
}
