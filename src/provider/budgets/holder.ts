import { createHash } from 'node:crypto';
import { BUDGETS, type BudgetName } from './budgets.ts';
import type { Sender } from './sender.ts';

/** Ids of holders end in the number of their budget, modulo this constant. */
export const IDS_OF_BUDGET = 16;
const MEMBER_BYTES = 6;

/** A node of a budget's tree: the root, a network, an address, or a session or viewer. */
export interface Holder {
  readonly id: number;
  readonly parent: number;
  /** Session or viewer, by which the rows of the holder are found. */
  readonly member: string | null;
}

/** Owners of rows in a budget, from the network down. The last one is the holder of the rows. */
export type HolderPath = readonly [network: Holder, address: Holder, ...member: Holder[]];

/** The root of a budget: it holds all of its rows. */
export function rootOf(budget: BudgetName): number {
  return BUDGETS[budget].number;
}

/** @param member Session or viewer, where one sender may have many of them. */
export function holderPath(budget: BudgetName, sender: Sender, member?: string): HolderPath {
  const root = rootOf(budget);
  const idOf = (number: number): number => number * IDS_OF_BUDGET + root;
  const network = { id: idOf(sender.network), parent: root, member: null };
  const address = { id: idOf(sender.address), parent: network.id, member: null };
  if (member === undefined) return [network, address];
  return [network, address, { id: idOf(memberNumber(sender, member)), parent: address.id, member }];
}

/** The id that rows are stored with. */
export function holderId([, address, member = address]: HolderPath): number {
  return member.id;
}

function memberNumber({ address }: Sender, member: string): number {
  return createHash('sha256').update(`${address} ${member}`).digest().readUIntBE(0, MEMBER_BYTES);
}
