import type { NetworkRequest } from '../schema/timeline.ts';

export const PHASES = ['queued', 'connecting', 'waiting', 'receiving', 'unnoticed'] as const;
export type PhaseName = (typeof PHASES)[number];

export interface Phase {
  readonly name: PhaseName;
  readonly fromUs: number;
  readonly toUs: number;
}

/**
 * Phases of a request in order, without empty phases. A cached response has at most two phases. In the phase `unnoticed`, the whole
 * response had arrived, but the requesting thread was busy.
 */
export function phasesOf({ startUs, connectUs, sentUs, responseUs, receivedUs, endUs }: NetworkRequest): Phase[] {
  const respondedUs = responseUs ?? endUs;
  const waitUs = sentUs ?? (responseUs === null ? endUs : startUs);
  const connectsUs = connectUs ?? waitUs;
  const bounds = [startUs, connectsUs, waitUs, respondedUs, receivedUs ?? endUs, endUs];
  return PHASES.flatMap((name, index) => {
    const [fromUs = 0, toUs = 0] = bounds.slice(index, index + 2);
    return toUs > fromUs ? [{ name, fromUs, toUs }] : [];
  });
}
