import type { LogRequest } from '../../../../protocol/provider/logging.ts';
import type { WireEvent } from '../../../../protocol/events/events.ts';

const SESSION = '0123456789abcdef0123456789abcdef';

export function wireEvent(index: number, over: Partial<WireEvent> = {}): WireEvent {
  return {
    clientEventId: `${SESSION}.${index}`,
    eventTimeMs: 1_767_700_000_000 + index,
    tier: 100,
    sequence: { id: 'main', index },
    name: 'hostCommand',
    payload: { name: `playVideo-${index}` },
    ...over,
  };
}

export function batch(indexes: readonly number[], over: Partial<LogRequest> = {}): LogRequest {
  return {
    context: { client: { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1.2.3' } },
    events: indexes.map((index) => wireEvent(index)),
    ...over,
  };
}

export const LOG_EVENT = '/youtubei/v1/log_event?alt=json&key=k';
export const VIDEO_STATS = '/youtubei/v1/video_stats?alt=json&key=k';
