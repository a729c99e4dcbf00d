import type { CallOptions } from '../../../../protocol/infrastructure/rpc.ts';
import { SnapshotStore } from '../../player/snapshot-store.ts';
import { defineFeature } from '../shared/features.ts';

/** A video at the moment when the viewer begins to report it: the next video may play before a reason is chosen. */
export interface ReportedVideo {
  readonly videoId: string;
  /** The feedback token that reports it (N9). */
  readonly token: string;
  readonly cpn: string | undefined;
  readonly options: CallOptions;
}

/** Keyed by video id. A failed report has no entry, so that it can be sent again. */
export type Reports = Readonly<Record<string, 'sending' | 'sent' | undefined>>;

/** Reports of the viewer since the page was loaded. */
export const reports = defineFeature(({ page }) => new SnapshotStore<Reports>({}, page.reportError));
