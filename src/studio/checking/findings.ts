/** Finding about a file of a video, in a sentence with the remedy. */
export interface Finding {
  readonly videoId: string;
  /** Path below the catalog folder. */
  readonly file: string;
  readonly text: string;
}

const OR_ANEW = 'or remove the video and add it again (npm run videos -- remove, npm run add)';
/** The remedy for a damaged file, and below for several damaged files. */
export const AGAIN = `Copy it again, ${OR_ANEW}`;
export const AGAIN_ALL = `Copy them again, ${OR_ANEW}`;

/** A finding before repetitions of other findings are removed. */
export interface FoundFinding extends Finding {
  readonly kind: string;
  /** The provider's sentence about the same fault; `undefined` if the provider reports none. */
  readonly cause: string | undefined;
}

/** Limit of findings of one kind: when a thousand segments have the same fault, the first few suffice. */
const ALIKE_MAX = 3;

/** Collects the findings of a check of one video. */
export class Findings {
  readonly #videoId: string;
  readonly #found = new Map<string, FoundFinding>();

  constructor(videoId: string) {
    this.#videoId = videoId;
  }

  /**
   * Adds a finding, unless the same finding about the same file was added before.
   *
   * @param kind {@link shortened} counts findings of one kind in one folder after the first few, instead of listing them.
   */
  add(kind: string, file: string, text: string, cause?: string): void {
    const key = JSON.stringify([kind, file, text]);
    if (!this.#found.has(key)) this.#found.set(key, { videoId: this.#videoId, kind, file, text, cause });
  }

  get all(): readonly FoundFinding[] {
    return [...this.#found.values()];
  }
}

/** The first few findings of each kind, with a count of the others. */
export function shortened(found: readonly FoundFinding[]): Finding[] {
  const byKind = new Map<string, FoundFinding[]>();
  for (const finding of found) {
    const key = `${finding.kind} ${finding.file.slice(0, finding.file.lastIndexOf('/') + 1)}`;
    const alike = byKind.get(key);
    if (alike === undefined) byKind.set(key, [finding]);
    else alike.push(finding);
  }
  return [...byKind.values()].flatMap((alike) => {
    const printed = alike.map(({ videoId, file, text }) => ({ videoId, file, text }));
    const more = printed.length - ALIKE_MAX;
    const [last] = printed.slice(-1);
    if (last === undefined || more <= 0) return printed;
    return [...printed.slice(0, ALIKE_MAX), { ...last, text: `and ${more} more beside it, the same` }];
  });
}
