export declare function samplesInTurn<Way extends { readonly name: string }, Sample>(options: {
  readonly title: string;
  readonly ways: readonly Way[];
  readonly rounds: number;
  readonly expectedStepMs: number;
  readonly measure: (way: Way) => Promise<Sample>;
  readonly say?: (line: string) => void;
}): Promise<Map<string, Sample[]>>;
