/** Finding about a file of a video, in a sentence that says what to do. */
export interface Finding {
  readonly videoId: string;
  /** Below the catalog. */
  readonly file: string;
  readonly text: string;
}

/** Limit of findings of one kind: the first of a thousand segments that are wrong in one way say enough. */
const ALIKE_MAX = 3;

/** Gathers what a check finds in one video. */
export class Findings {
  readonly #videoId: string;
  readonly #byKind = new Map<string, Finding[]>();

  constructor(videoId: string) {
    this.#videoId = videoId;
  }

  /** @param kind Findings of one kind, in files of one folder, are counted past the first few. */
  add(kind: string, file: string, text: string): void {
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    const key = `${kind} ${folder}`;
    this.#byKind.set(key, [...(this.#byKind.get(key) ?? []), { videoId: this.#videoId, file, text }]);
  }

  list(): Finding[] {
    return [...this.#byKind.values()].flatMap((alike) => {
      const more = alike.length - ALIKE_MAX;
      const [last] = alike.slice(-1);
      if (last === undefined || more <= 0) return alike;
      return [...alike.slice(0, ALIKE_MAX), { ...last, text: `and ${more} more beside it, the same` }];
    });
  }
}
