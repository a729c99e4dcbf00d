import type { BootState } from '../boot/boot-state.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import type { PageSpans } from '../profiling/page-spans.ts';

/** Part of the page that the profiler and the privacy panel read. */
export interface ProfiledPage {
  readonly boot: Pick<BootState, 'policy' | 'startedAtMs' | 'firstFrameAtMs'>;
  readonly infrastructure: Pick<
    Infrastructure,
    'ready' | 'sessionId' | 'unacknowledged' | 'privacy' | 'writePreference' | 'loadPageConfig'
  >;
  readonly spans: Pick<PageSpans, 'ring' | 'inputs' | 'read' | 'workers'>;
}
