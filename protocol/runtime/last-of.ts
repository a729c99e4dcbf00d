/** The last one, or `undefined`: `Array.prototype.at` is not in every browser that is supported. */
export function lastOf<Item>(list: readonly Item[]): Item | undefined {
  return list[list.length - 1];
}

/** The last that passes, or `undefined`: `Array.prototype.findLast` is not in every browser that is supported. */
export function lastWhere<Item>(list: readonly Item[], passes: (item: Item) => boolean): Item | undefined {
  return lastOf(list.filter(passes));
}
