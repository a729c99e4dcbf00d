import type { DataSaverChoice } from '../../../protocol/media/loading-limits.ts';

/** Facts of the connection, from `navigator.connection`, which most browsers lack. */
export interface NetworkFacts {
  /** The viewer has turned on data saving in the browser. */
  readonly savesData: boolean;
  /** Mobile networks may cost by volume; browsers name no other metered networks. */
  readonly isMobile: boolean;
  /** `slow-2g`, `2g`, `3g` or `4g`, as measured by the browser; empty if unknown. */
  readonly speed: string;
}

/** The part of `NetworkInformation` that is read; every field may be missing, depending on the browser. */
export interface NetworkInformation extends EventTarget {
  readonly saveData?: unknown;
  readonly type?: unknown;
  readonly effectiveType?: unknown;
}

/** `undefined` in browsers that do not describe the connection. */
export function networkOf(navigator: object): NetworkInformation | undefined {
  return (navigator as { readonly connection?: NetworkInformation }).connection;
}

export function readNetworkFacts(information: NetworkInformation | undefined): NetworkFacts {
  const { saveData, type, effectiveType } = information ?? {};
  return {
    savesData: saveData === true,
    isMobile: type === 'cellular',
    speed: typeof effectiveType === 'string' ? effectiveType : '',
  };
}

export const SLOWEST_SPEEDS: readonly string[] = ['slow-2g', '2g'];
const SLOW_SPEEDS: readonly string[] = [...SLOWEST_SPEEDS, '3g'];

export function isSavingData(choice: DataSaverChoice, { savesData, isMobile, speed }: NetworkFacts): boolean {
  return choice === 'on' || (choice === 'auto' && (savesData || isMobile || SLOW_SPEEDS.includes(speed)));
}
