import type { Page } from 'playwright';
import { test as base } from '../../support/test.ts';
import { LiveOrigin, type LiveOriginOptions } from './live-origin.ts';
import { UnusualMedia } from './unusual-media.ts';

/** A stream by the id of its video; `isSaid`: the catalog says that it is live. */
export type Streams = Readonly<Record<string, LiveOriginOptions & { readonly isSaid?: boolean }>>;

/** Tests whose server has a catalog of live streams, each of a separate origin. */
export function liveTest(streams: Streams) {
  return base
    .extend('studio', { scope: 'file' }, async ({}, { onCleanup }) => {
      const media = await UnusualMedia.create();
      const origins = new Map<string, LiveOrigin>();
      onCleanup(async () => {
        await Promise.all([...origins.values()].map((origin) => origin.close()));
        await media.remove();
      });
      for (const [id, { isSaid = false, ...options }] of Object.entries(streams)) {
        const origin = await LiveOrigin.start(options);
        origins.set(id, origin);
        await media.addStream(id, { hls: origin.url, ...(isSaid ? { isLive: true } : {}) });
      }
      return { media, origin: (id: string) => origins.get(id) as LiveOrigin };
    })
    .extend('environment', { scope: 'file' }, ({ studio }) => ({ ORIEL_CATALOG_DIR: studio.media.folder }));
}

/** State of the player that a viewer sees. */
export interface LiveView {
  readonly state: string | undefined;
  readonly isMarkedLive: boolean;
  readonly isAtHead: boolean;
  readonly seconds: number;
  /** Seconds that have been fetched and not yet played. */
  readonly aheadSeconds: number;
  readonly frames: number;
  readonly pictureWidth: number;
  /** The note about the stream, and the notice over the picture. */
  readonly told: string;
  readonly error: string;
}

export const look = (page: Page): Promise<LiveView> =>
  page.evaluate(() => {
    const video = document.querySelector('video');
    const live = document.querySelector<HTMLElement>('.live');
    const texts = (selector: string) =>
      [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join(' ');
    return {
      state: document.querySelector<HTMLElement>('#player')?.dataset['state'],
      isMarkedLive: live !== null,
      isAtHead: live?.dataset['atHead'] !== undefined,
      seconds: video?.currentTime ?? -1,
      aheadSeconds:
        video === null || video.buffered.length === 0
          ? 0
          : video.buffered.end(video.buffered.length - 1) - video.currentTime,
      frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      pictureWidth: video?.videoWidth ?? 0,
      told: texts('.banner, .notice'),
      error: texts('.error-card'),
    };
  });
