export interface ReachabilityOptions {
  readonly root: string;
  /** The tsconfig.json of one program with the product and its tests. */
  readonly project: string;
  /** Whether a path relative to `root` is part of the product. */
  readonly isProduct: (path: string) => boolean;
  /** Modules whose exports strangers use. */
  readonly entries: readonly string[];
  readonly calledFromOutside?: readonly { readonly file: string; readonly name: string }[];
}

export interface Unreached {
  /** `path:line` */
  readonly place: string;
  readonly name: string;
  /** Where tests call it. */
  readonly calledAt: readonly string[];
}

export function findUnreached(options: ReachabilityOptions): Unreached[];
