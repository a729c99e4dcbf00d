import { PLAYBACK_RATES } from '../../../protocol/host/player-info.ts';
import { RecentMap } from '../../provider/http/limits/recent-map.ts';

/** Limit of remembered views: about 12 MB. A forgotten view counts as new. */
const VIEWS_MAX = 20_000;
/** Limit of playbacks of one video that count in one session: more than a viewer replays it, and a bound for scripts. */
const VIEWS_OF_VIDEO_MAX = 10;
/** Form of the players' playback nonces. All other nonces of a session and video count as one playback. */
const NONCE = /^[\w-]{1,32}$/;
const SESSIONS_MAX = 5_000;
/** Limit of remembered reports of a session, so that the retry of a failed request does not count twice. */
const REPORTS_MAX = 64;
/** The first known report of a session may cover a minute at double speed: background tabs run timers once a minute. */
const FIRST_REPORT_MAX_MS = 120_000;
const RATE_MAX = Math.max(...PLAYBACK_RATES);
/** Frames a second: 60 at double speed. */
const FRAMES_A_SECOND_MAX = 60 * RATE_MAX;
/** A stream of 50 Mbit/s at double speed. */
const LOADED_BYTES_A_SECOND_MAX = 12_500_000;
/** The first report of bytes covers half a minute; the high rate leaves room for media that was loaded ahead. */
const FIRST_LOADED_BYTES_MAX = 30 * LOADED_BYTES_A_SECOND_MAX;
/** The first report of frames covers half a minute of playback, or a minute if timers are throttled. */
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
 * Limits the counts of one session: each playback of a video is one view, only a few playbacks of a video count, and watched time is
 * limited by the time between the session's events. State is kept in this process, by event id, so that an event that is sent again
 * after a failed write counts as it would have the first time.
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

  /** Notes a playback event, which extends the session's time. */
  seen(eventId: string, atMs: number): void {
    this.#sessionAt(eventId, atMs);
  }

  /** How much of the reported watched time counts. Reports may arrive in any order. */
  watchedMs(eventId: string, atMs: number, reportedMs: number): number {
    const session = this.#sessionAt(eventId, atMs);
    const mostMs = FIRST_REPORT_MAX_MS + (session.lastMs - session.firstMs) * RATE_MAX;
    return counted(session, { eventId, reported: reportedMs, room: mostMs - session.watchedMs, of: 'watchedMs' });
  }

  /** How many of the reported frames count: at most as many as the session has had time for. */
  frames(eventId: string, atMs: number, reported: number): number {
    const session = this.#sessionAt(eventId, atMs);
    const most = FIRST_FRAMES_MAX + ((session.lastMs - session.firstMs) / 1_000) * FRAMES_A_SECOND_MAX;
    return counted(session, { eventId, reported, room: Math.floor(most) - session.frames, of: 'frames' });
  }

  /** How many of the reported media bytes count. */
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

/** Adds a report to the sum of its session, as far as there is room. A repeated report gets the same result again. */
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
