import type { LevelDetails } from 'hls.js';

/**
 * Where a viewer may go in a live stream. The element's own `seekable` starts at 0 for live; the window is what the
 * playlist says, once the first segment has told where the playlist lies in time. Before that it would jump, and take
 * the viewer with it.
 */
export class LiveWindow {
  isLive = false;
  seekable: readonly [startSeconds: number, endSeconds: number] | null = null;

  /** Answers whether there is something new. */
  follow(
    { live, PTSKnown, fragmentStart }: Pick<LevelDetails, 'live' | 'PTSKnown' | 'fragmentStart'>,
    liveSyncSeconds: number | null,
  ): boolean {
    const hasEnded = this.isLive && !live;
    this.isLive = live;
    if (!live) this.seekable = null;
    if (!live || !PTSKnown || liveSyncSeconds === null) return hasEnded;
    const window = [fragmentStart, Math.max(fragmentStart, liveSyncSeconds)] as const;
    if (window.every((seconds, index) => seconds === this.seekable?.[index])) return false;
    this.seekable = window;
    return true;
  }
}
