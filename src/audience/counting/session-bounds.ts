import { PLAYBACK_RATES } from '../../../protocol/host/player-info.ts';
import { RecentMap } from '../../provider/http/limits/recent-map.ts';

/** Views and sessions that are remembered: about 12 MB. Those forgotten count as new. */
const VIEWS_MAX = 20_000;
/** Playbacks of one video that count in one session: a viewer who replays it has fewer, and a script has no end. */
const VIEWS_OF_VIDEO_MAX = 10;
/** Nonces as players make them. All others of a session and video are one playback. */
const NONCE = /^[\w-]{1,32}$/;
const SESSIONS_MAX = 5_000;
/** Reports of a session that are recognised when a failed request comes again. */
const REPORTS_MAX = 64;
/** The first report that is known of a session may be of a minute at double speed: background tabs run timers once a minute. */
const FIRST_REPORT_MAX_MS = 120_000;
const RATE_MAX = Math.max(...PLAYBACK_RATES);
/** Frames of a second: 60 at double speed. */
const FRAMES_A_SECOND_MAX = 60 * RATE_MAX;
/** A stream of 50 Mbit/s at double speed. */
const LOADED_BYTES_A_SECOND_MAX = 12_500_000;
/** The first report of bytes covers half a minute, and the media loaded ahead. */
const FIRST_LOADED_BYTES_MAX = 30 * LOADED_BYTES_A_SECOND_MAX;
/** The first report of frames is of half a minute of playing, and of a minute where timers were slowed. */
const FIRST_FRAMES_MAX = 60 * FRAMES_A_SECOND_MAX;

interface Session {
  firstMs: number;
  lastMs: number;
  watchedMs: number;
  frames: number;
  loadedBytes: number;
  readonly reports: RecentMap<string, number>;
}

/**
 * Bounds the counts of one session: each playback of a video is one view, a few playbacks of it count, and the time watched is no
 * longer than the time between its events. Known in this process alone, by event ids, so that an event that comes again after a
 * failure counts as it would have the first time.
 */
export class SessionBounds {
  /** Event that counted as the view, by session, video and playback. */
  readonly #views = new RecentMap<string, string>(VIEWS_MAX);
  /** Number of views, by session and video. */
  readonly #viewCounts = new RecentMap<string, number>(VIEWS_MAX);
  readonly #sessions = new RecentMap<string, Session>(SESSIONS_MAX);

  /** Whether this event counts as the view of its playback, whose nonce is `cpn`. */
  isView(eventId: string, videoId: string, cpn = ''): boolean {
    const video = `${sessionOf(eventId)} ${videoId}`;
    const playback = `${video} ${NONCE.test(cpn) ? cpn : ''}`;
    const known = this.#views.get(playback);
    if (known !== undefined) return known === eventId;
    const count = this.#viewCounts.get(video) ?? 0;
    if (count >= VIEWS_OF_VIDEO_MAX) return false;
    this.#viewCounts.set(video, count + 1);
    this.#views.set(playback, eventId);
    return true;
  }

  /** A playback event of the session, which gives it time. */
  seen(eventId: string, atMs: number): void {
    this.#sessionAt(eventId, atMs);
  }

  /** How much of the reported time counts, in any order of reports. */
  watchedMs(eventId: string, atMs: number, reportedMs: number): number {
    const session = this.#sessionAt(eventId, atMs);
    const mostMs = FIRST_REPORT_MAX_MS + (session.lastMs - session.firstMs) * RATE_MAX;
    return counted(session, { eventId, reported: reportedMs, room: mostMs - session.watchedMs, of: 'watchedMs' });
  }

  /** How many of the reported frames count: no more than the session has had time for. */
  frames(eventId: string, atMs: number, reported: number): number {
    const session = this.#sessionAt(eventId, atMs);
    const most = FIRST_FRAMES_MAX + ((session.lastMs - session.firstMs) / 1_000) * FRAMES_A_SECOND_MAX;
    return counted(session, { eventId, reported, room: Math.floor(most) - session.frames, of: 'frames' });
  }

  /** How many of the reported bytes of media count. */
  loadedBytes(eventId: string, atMs: number, reported: number): number {
    const session = this.#sessionAt(eventId, atMs);
    const most = FIRST_LOADED_BYTES_MAX + ((session.lastMs - session.firstMs) / 1_000) * LOADED_BYTES_A_SECOND_MAX;
    const room = Math.floor(most) - session.loadedBytes;
    return counted(session, { eventId, reported, room, of: 'loadedBytes' });
  }

  #sessionAt(eventId: string, atMs: number): Session {
    const id = sessionOf(eventId);
    const session = this.#sessions.get(id) ?? {
      ...{ firstMs: atMs, lastMs: atMs, watchedMs: 0, frames: 0, loadedBytes: 0 },
      reports: new RecentMap<string, number>(REPORTS_MAX),
    };
    session.firstMs = Math.min(session.firstMs, atMs);
    session.lastMs = Math.max(session.lastMs, atMs);
    this.#sessions.set(id, session);
    return session;
  }
}

interface Report {
  readonly eventId: string;
  readonly reported: number;
  readonly room: number;
  readonly of: 'watchedMs' | 'frames' | 'loadedBytes';
}

/** Adds a report to the sum of its session, as far as there is room. One that comes again counts as it did. */
function counted(session: Session, { eventId, reported, room, of }: Report): number {
  const report = `${of} ${eventId}`;
  const known = session.reports.get(report);
  if (known !== undefined) return known;
  const count = Math.min(Math.max(reported, 0), Math.max(room, 0));
  session[of] += count;
  session.reports.set(report, count);
  return count;
}

export function sessionOf(eventId: string): string {
  return eventId.split('.', 1)[0] ?? '';
}
