import type { BandwidthReport } from '../../protocol/provider/bandwidth-report.ts';
import type { FailureLists, ViewersFigures } from '../../protocol/provider/viewers-report.ts';

/** Figures of a period in which nobody watched. */
export const NO_FIGURES: ViewersFigures = {
  views: 0,
  attempts: 0,
  failed: 0,
  failedShare: null,
  startFailed: 0,
  leftEarly: 0,
  leftEarlyShare: null,
  watchedMs: 0,
  viewersAtOnce: 0,
  startUpMs: null,
  stalls: 0,
  stalledMs: 0,
  rebufferingShare: null,
  stallsPerHour: null,
  droppedShare: null,
  qualityMs: {},
};

const NO_BYTES = { sentBytes: 0, measuredBytes: 0 };

/** Bandwidth of a period in which nothing was sent. */
export const NO_BANDWIDTH: BandwidthReport = {
  ...{ fromMs: 0, toMs: 0, days: [], kinds: [], hosts: [], videos: [], ...NO_BYTES },
  month: { fromMs: 0, ...NO_BYTES },
};

export const NO_FAILURES: FailureLists = { videos: [], hosts: [], browsers: [], countries: [] };
