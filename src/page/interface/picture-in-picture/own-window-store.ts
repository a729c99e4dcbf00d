import { withDeadline } from '../../../../protocol/runtime/deadline.ts';
import { READY_STATE } from '../../player/stream/media-element.ts';
import { SnapshotStore } from '../../player/snapshot-store.ts';
import { defineFeature, type Features } from '../shared/features.ts';
import { LONG_NOTICE_MS, notices } from '../shared/notices.ts';
import type { PageTools } from '../tools.ts';
import { ACTIVATION_MS } from './picture-in-picture.ts';

/** The used part of Chromium's `DocumentPictureInPicture`, which is not in TypeScript's DOM types yet. */
export interface DocumentPictureInPicture {
  requestWindow(options: { readonly width: number; readonly height: number }): Promise<Window>;
}

interface OwnWindowState {
  /** The root of the player in its own window, where its controls render; `null` without a window. */
  readonly root: HTMLElement | null;
  /** Moves the video element back into the page. */
  readonly leave: () => void;
}

export const NO_WINDOW: OwnWindowState = { root: null, leave: () => undefined };

export const ownWindow = defineFeature(({ page }) => new SnapshotStore(NO_WINDOW, page.reportError));

/**
 * Sets how picture-in-picture opens its window. Only Chromium has document picture-in-picture, and only for a top-level page; a frame
 * uses the browser's picture-in-picture. A viewer sees a refusal as a notice; a host receives it as the response to its command.
 */
export function offerWindows(features: Features): void {
  const { page, playback, language } = features;
  const { media, root } = page;
  const { ownerDocument } = root;
  const view: (Window & { readonly documentPictureInPicture?: DocumentPictureInPicture }) | null =
    ownerDocument.defaultView;
  const windows = view?.top === view ? view?.documentPictureInPicture : undefined;
  playback.pictureInPicture.window = {
    isActive: () => media.ownerDocument !== ownerDocument || ownerDocument.pictureInPictureElement === media,
    async show(active) {
      try {
        // The user activation by a press lasts longer than this import takes.
        if (windows !== undefined) await (await import('./own-window.tsx')).showOwnWindow(features, windows, active);
        else if (active) await requestBrowserWindow(page);
        else await ownerDocument.exitPictureInPicture();
      } catch (error) {
        if (active && playback.control.lastSourceOf('setPictureInPicture') === 'viewer')
          features.get(notices).show(language.say('failed'), { forMs: LONG_NOTICE_MS });
        throw error;
      }
    },
  };
}

/** Browsers refuse a window to an element without metadata, for example while its source is reopened; this waits for the metadata. */
async function requestBrowserWindow({ media, clock }: Pick<PageTools, 'media' | 'clock'>): Promise<void> {
  if (media.readyState < READY_STATE.metadata) {
    const loaded = new Promise((resolve) => media.addEventListener('loadedmetadata', resolve, { once: true }));
    await withDeadline(loaded, { clock, limitMs: ACTIVATION_MS, late: () => undefined });
  }
  await media.requestPictureInPicture();
}
