import type { ThreadName } from '../infrastructure/error-record.ts';
import { LANE_NAMES } from '../page/lane-names.ts';
import { CATEGORY_COLOURS, type SpanCategory } from './span-names.ts';

export const TRACK_GROUP = 'Oriel';

export interface TrackEntry {
  readonly name: string;
  readonly lane: ThreadName;
  readonly category: SpanCategory;
  /** Names and values that DevTools shows of a chosen entry. */
  readonly properties: readonly (readonly [string, string])[];
}

/** `detail` of a measure from which DevTools makes an entry of a track. */
export function trackDetail({ name, lane, category, properties }: TrackEntry) {
  return {
    devtools: {
      dataType: 'track-entry',
      track: LANE_NAMES[lane],
      trackGroup: TRACK_GROUP,
      color: CATEGORY_COLOURS[category],
      tooltipText: name,
      properties,
    },
  };
}
