/** Visible time range of a plot. */
export interface View {
  readonly fromUs: number;
  readonly toUs: number;
}

/** Shortest view; a shorter one would show no more detail. */
const SHORTEST_US = 50;

export function wholeView(durationUs: number): View {
  return { fromUs: 0, toUs: Math.max(durationUs, SHORTEST_US) };
}

/** Zooms around `atUs`, which keeps its position; a factor below 1 zooms in. */
export function zoom({ fromUs, toUs }: View, factor: number, atUs: number, durationUs: number): View {
  const length = Math.min(Math.max((toUs - fromUs) * factor, SHORTEST_US), wholeView(durationUs).toUs);
  const share = (atUs - fromUs) / (toUs - fromUs);
  return moveTo({ fromUs: atUs - share * length, toUs: atUs + (1 - share) * length }, durationUs);
}

/** Moves the view by a share of its length. */
export function pan({ fromUs, toUs }: View, share: number, durationUs: number): View {
  const byUs = (toUs - fromUs) * share;
  return moveTo({ fromUs: fromUs + byUs, toUs: toUs + byUs }, durationUs);
}

/** A view of a span with some room around it. */
export function around(startUs: number, endUs: number, durationUs: number): View {
  const length = Math.min(Math.max((endUs - startUs) * 3, SHORTEST_US), wholeView(durationUs).toUs);
  const middle = (startUs + endUs) / 2;
  return moveTo({ fromUs: middle - length / 2, toUs: middle + length / 2 }, durationUs);
}

function moveTo({ fromUs, toUs }: View, durationUs: number): View {
  const length = toUs - fromUs;
  const from = Math.min(Math.max(fromUs, 0), Math.max(0, wholeView(durationUs).toUs - length));
  return { fromUs: from, toUs: from + length };
}
