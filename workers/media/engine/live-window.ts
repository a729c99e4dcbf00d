import type { LevelDetails } from 'hls.js';

/**
 * The seekable range of a live stream. The element's own `seekable` starts at 0 for live; the window comes from the
 * playlist, once the first segment has fixed its position in time. Before that it would jump, and move the viewer.
 */
export class LiveWindow {
  isLive = false;
  seekable: readonly [startSeconds: number, endSeconds: number] | null = null;

  /** Returns whether the window has changed. */
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
