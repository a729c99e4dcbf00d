import type { QualityName, SizeName } from '../../../../protocol/host/player-info.ts';
import { withoutRate } from '../../../../protocol/host/without-rate.ts';
import { SIZE_LABELS } from '../../../../protocol/media/size-labels.ts';

/** Label of a quality as viewers choose it. */
export function qualityLabel(name: QualityName, auto: string): string {
  if (name === 'auto') return auto;
  const size = withoutRate(name) as SizeName;
  // Sound only and unknown sizes have no label.
  return ((SIZE_LABELS[size] as string | undefined) ?? '') + (size === name ? '' : '60');
}
