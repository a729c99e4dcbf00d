/** Kinds of trials, by the video and how it starts. */
export const KINDS = ['head-start', 'cued', 'dependent', 'file', 'list', 'live', 'sphere'] as const;
export type Kind = (typeof KINDS)[number];

/** Speed of the device and its line. */
export interface Machine {
  /** How many times slower than this machine the frame's main thread is. */
  readonly cpu: number;
  readonly line: 'fast' | 'slow';
}

const MACHINES: readonly [Machine, ...Machine[]] = [
  { cpu: 1, line: 'fast' },
  { cpu: 4, line: 'fast' },
  { cpu: 6, line: 'fast' },
  { cpu: 1, line: 'slow' },
];

export interface Combination extends Machine {
  readonly kind: Kind;
}

/** Consecutive seeds go through all combinations; each seed determines its own combination. */
export function combinationOf(seed: number): Combination {
  const kind = KINDS[seed % KINDS.length] ?? 'head-start';
  const machine = MACHINES[Math.floor(seed / KINDS.length) % MACHINES.length] ?? MACHINES[0];
  return { kind, ...machine };
}

export function describeCombination({ kind, cpu, line }: Combination): string {
  return `kind=${kind},cpu=${cpu}${line === 'slow' ? ',line=slow' : ''}`;
}

/** Parses a filter of combinations, such as `kind=live,cpu=6`; throws for an unknown name or value. */
export function parseOnly(text: string): (combination: Combination) => boolean {
  const wanted = text.split(',').map((pair) => pair.trim().split('='));
  for (const [key = '', value = ''] of wanted)
    if (!isKnown(key, value)) throw new Error(`--only: ${key}=${value} is no part of a combination`);
  return (combination) =>
    wanted.every(([key, value]) =>
      Object.entries(combination).some(([own, is]) => own === key && String(is) === value),
    );
}

function isKnown(key: string, value: string): boolean {
  if (key === 'kind') return KINDS.some((kind) => kind === value);
  return MACHINES.some((machine) => Object.entries(machine).some(([own, is]) => own === key && String(is) === value));
}
