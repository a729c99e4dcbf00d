/** The time of a report, and the step of its curves. */
export interface ReportSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}
