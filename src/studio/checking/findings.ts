/** Finding about a file of a video, in a sentence that says what to do. */
export interface Finding {
  readonly videoId: string;
  /** Below the catalog. */
  readonly file: string;
  readonly text: string;
}

const OR_ANEW = 'or remove the video and add it again (npm run videos -- remove, npm run add)';
/** The remedy for a file that is not as it was made, and for several. */
export const AGAIN = `Copy it again, ${OR_ANEW}`;
export const AGAIN_ALL = `Copy them again, ${OR_ANEW}`;

/** A finding before repetitions of other findings are removed. */
export interface FoundFinding extends Finding {
  readonly kind: string;
  /** The sentence of the provider about the same fault, where there is one. */
  readonly cause: string | undefined;
}

/** Limit of findings of one kind: the first of a thousand segments that are wrong in one way say enough. */
const ALIKE_MAX = 3;

/** Collects the findings of a check of one video. */
export class Findings {
  readonly #videoId: string;
  readonly #found = new Map<string, FoundFinding>();

  constructor(videoId: string) {
    this.#videoId = videoId;
  }

  /**
   * A finding that is there already, word for word, is not repeated.
   *
   * @param kind Findings of one kind, in files of one folder, are counted past the first few.
   */
  add(kind: string, file: string, text: string, cause?: string): void {
    const key = JSON.stringify([kind, file, text]);
    if (!this.#found.has(key)) this.#found.set(key, { videoId: this.#videoId, kind, file, text, cause });
  }

  get all(): readonly FoundFinding[] {
    return [...this.#found.values()];
  }
}

/** The findings, with a count in place of all findings of a kind after the first few. */
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
