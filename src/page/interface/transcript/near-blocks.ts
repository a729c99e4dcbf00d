import { useEffect, useState, type RefObject } from 'react';

export interface NearBlocks {
  /** Indices of the blocks in view or close to it. */
  readonly indices: ReadonlySet<number>;
  /** Heights of blocks that have been drawn, pixels. */
  readonly heights: ReadonlyMap<number, number>;
}

const NONE: NearBlocks = { indices: new Set(), heights: new Map() };
/** One height of the list above and below its visible part. */
const MARGIN = '100% 0px';

/** Finds the blocks (`[data-block]`) of a list that are in view or close to it, for a list that draws only these. */
export function useNearBlocks(list: RefObject<HTMLElement | null>, blocks: readonly unknown[]): NearBlocks {
  // The observer's results belong to one array of blocks.
  const [known, setKnown] = useState({ of: blocks, near: NONE });
  useEffect(() => {
    const update = (entries: readonly IntersectionObserverEntry[]): void =>
      setKnown(({ of, near }) => ({ of: blocks, near: updated(of === blocks ? near : NONE, entries) }));
    const observer = new IntersectionObserver(update, { root: list.current, rootMargin: MARGIN });
    for (const block of list.current?.querySelectorAll('[data-block]') ?? []) observer.observe(block);
    return () => observer.disconnect();
  }, [list, blocks]);
  return known.of === blocks ? known.near : NONE;
}

function updated(before: NearBlocks, entries: readonly IntersectionObserverEntry[]): NearBlocks {
  const indices = new Set(before.indices);
  const heights = new Map(before.heights);
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const index = Number(target.getAttribute('data-block'));
    if (isIntersecting) indices.add(index);
    else if (indices.delete(index)) heights.set(index, boundingClientRect.height);
  }
  return { indices, heights };
}
