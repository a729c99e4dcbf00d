export declare class BenchProgress {
  constructor(options: {
    readonly steps: number;
    readonly expectedStepMs: number;
    readonly say?: (line: string) => void;
    readonly nowMs?: () => number;
  });
  step<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}
