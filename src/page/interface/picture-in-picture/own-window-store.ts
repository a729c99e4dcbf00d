import { withDeadline } from '../../../../protocol/runtime/deadline.ts';
import { READY_STATE } from '../../player/stream/media-element.ts';
import { SnapshotStore } from '../../player/snapshot-store.ts';
import { defineFeature, type Features } from '../shared/features.ts';
import { LONG_NOTICE_MS, notices } from '../shared/notices.ts';
import type { PageTools } from '../tools.ts';
import { ACTIVATION_MS } from './picture-in-picture.ts';

/** The part of Chromium's `DocumentPictureInPicture` that is used here; the types of the DOM do not have it yet. */
export interface DocumentPictureInPicture {
  requestWindow(options: { readonly width: number; readonly height: number }): Promise<Window>;
}

interface OwnWindowState {
  /** The root of the player in its own window, for its controls; `null` without one. */
  readonly root: HTMLElement | null;
  /** Brings the element back into the page. */
  readonly leave: () => void;
}

export const NO_WINDOW: OwnWindowState = { root: null, leave: () => undefined };

export const ownWindow = defineFeature(({ page }) => new SnapshotStore(NO_WINDOW, page.reportError));

/**
 * Only Chromium has windows of pages, and only for the page itself: a frame gets the browser's own picture-in-picture. A refusal is
 * shown to a viewer; a host gets it as the response to its command.
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
        // The activation by a press outlasts the request for this part.
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

/** An element whose source is being opened again is refused a window until it has metadata. */
async function requestBrowserWindow({ media, clock }: Pick<PageTools, 'media' | 'clock'>): Promise<void> {
  if (media.readyState < READY_STATE.metadata) {
    const loaded = new Promise((resolve) => media.addEventListener('loadedmetadata', resolve, { once: true }));
    await withDeadline(loaded, { clock, limitMs: ACTIVATION_MS, late: () => undefined });
  }
  await media.requestPictureInPicture();
}
