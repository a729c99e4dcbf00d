import { SnapshotStore } from '../../player/snapshot-store.ts';
import { defineFeature, type Features } from '../shared/features.ts';

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

/** Only Chromium has windows of pages, and only for the page itself: a frame gets the browser's own picture-in-picture. */
export function offerWindows(features: Features): void {
  const { page, playback } = features;
  const { media, root } = page;
  const { ownerDocument } = root;
  const view: (Window & { readonly documentPictureInPicture?: DocumentPictureInPicture }) | null =
    ownerDocument.defaultView;
  const windows = view?.top === view ? view?.documentPictureInPicture : undefined;
  playback.pictureInPicture.window = {
    isActive: () => media.ownerDocument !== ownerDocument || ownerDocument.pictureInPictureElement === media,
    async show(active) {
      // The activation by a press outlasts the request for this part.
      if (windows !== undefined) await (await import('./own-window.tsx')).showOwnWindow(features, windows, active);
      else if (active) await media.requestPictureInPicture();
      else await ownerDocument.exitPictureInPicture();
    },
  };
}
