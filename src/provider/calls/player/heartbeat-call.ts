import { ROW_BYTES } from '../../budgets/row-bytes.ts';
import { refuse } from '../../http/refusal.ts';
import type { Handler } from '../call.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';

/** Interval at which a page may send a heartbeat for a video that is gone. */
const GONE_RETRY_INTERVAL_MS = 15_000;
/** A viewing session without a heartbeat for this many intervals has ended. */
export const HEARTBEAT_MISSED_INTERVALS_MAX = 3;

/** Counts concurrent viewing sessions, and stops sessions past the video's limit (N23). */
export function heartbeatCall({
  catalog,
  tokens,
  viewing,
  budgets,
  senders,
}: HandlerDependencies): Handler<'heartbeat'> {
  return async ({ fields, context }) => {
    const token = tokens.openHeartbeat(fields.heartbeatToken);
    if (token?.videoId !== fields.videoId) return refuse(403, 'heartbeatToken does not belong to this video.');
    const video = catalog.videos.get(fields.videoId);
    const heartbeat = video?.heartbeat;
    if (heartbeat === undefined || video?.refusal !== undefined)
      return { ok: true, value: stop('This video is no longer available.', GONE_RETRY_INTERVAL_MS) };
    const { intervalMs, concurrentViewersMax } = heartbeat;
    const sender = senders.of(context);
    const admitted = await budgets.admission.admit('viewings', sender, ROW_BYTES.viewingSession);
    if (!admitted.ok) return admitted;
    const beat = { ...token, sequenceNumber: fields.sequenceNumber, sender };
    const aliveForMs = intervalMs * HEARTBEAT_MISSED_INTERVALS_MAX;
    const state = await viewing.beat(beat, { aliveForMs, placesMax: concurrentViewersMax });
    if (state === 'expired')
      return refuse(403, 'heartbeatToken is too old. Ask for the player again and use its token.');
    if (state === 'displaced')
      return { ok: true, value: stop('This video is being watched in too many places.', intervalMs) };
    return { ok: true, value: { status: 'ok', intervalMs } };
  };
}

function stop(reason: string, intervalMs: number): { status: 'stop'; reason: string; intervalMs: number } {
  return { status: 'stop', reason, intervalMs };
}
