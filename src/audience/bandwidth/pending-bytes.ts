import type { TrafficKind } from '../../../protocol/provider/traffic-kinds.ts';
import type { Sender } from '../../provider/budgets/sender.ts';
import type { FactRow } from '../counting/audience-statements.ts';
import { ALL_VIDEOS, EACH_VIDEO, OTHER, type FactName } from '../counting/fact.ts';

/** Limit of combinations of day, video, kind and host. Beyond it, new combinations count for the host `other`. */
const COMBINATIONS_MAX = 4_000;
const HOSTS_MAX = 1_000;
/** Limit of hosts that one network may name between two writes. */
const HOSTS_OF_NETWORK_MAX = 32;

export interface Counted {
  readonly dayMs: number;
  readonly videoId: string;
  readonly kind: TrafficKind;
  readonly host: string;
  readonly bytes: number;
}

/** Bytes that have not been written yet. */
export class PendingBytes {
  readonly #counts = new Map<string, Counted>();
  /** First sender of each host. */
  readonly #senders = new Map<string, Sender>();
  readonly #hostsOfNetwork = new Map<number, number>();

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  add(counted: Counted, sender: Sender): void {
    const named = { ...counted, host: this.#isNamed(counted.host, sender) ? counted.host : OTHER };
    const hasRoom = this.#counts.has(keyOf(named)) || this.#counts.size < COMBINATIONS_MAX;
    this.#put(hasRoom ? named : { ...named, host: OTHER });
  }

  /** Adds the counts of a failed write again. */
  addAll(others: PendingBytes): void {
    for (const counted of others.#counts.values()) {
      const sender = others.#senders.get(counted.host);
      if (sender === undefined) this.#put(counted);
      else this.add(counted, sender);
    }
  }

  /** Sender that named a host first; `undefined` for `other`. */
  senderOf(host: string): Sender | undefined {
    return this.#senders.get(host);
  }

  /** Rows for each video, for all videos together, and for the list of videos. */
  rows(): FactRow[] {
    const rows = new Map<string, FactRow>();
    const add = (dayMs: number, video_id: string, fact: FactName, name: string, bytes: number): void => {
      const key = `${dayMs} ${video_id} ${fact} ${name}`;
      const value = bytes + (rows.get(key)?.value ?? 0);
      const named = fact === 'sentTo' ? 1 : 0;
      rows.set(key, { id: '', at_ms: dayMs, video_id, fact, key: name, value, listed: 0, named });
    };
    for (const { dayMs, videoId, kind, host, bytes } of this.#counts.values()) {
      for (const video of [videoId, ALL_VIDEOS]) {
        add(dayMs, video, 'sent', kind, bytes);
        add(dayMs, video, 'sentTo', host, bytes);
      }
      add(dayMs, EACH_VIDEO, 'sent', videoId, bytes);
    }
    return [...rows.values()];
  }

  #put(counted: Counted): void {
    const key = keyOf(counted);
    this.#counts.set(key, { ...counted, bytes: counted.bytes + (this.#counts.get(key)?.bytes ?? 0) });
  }

  #isNamed(host: string, sender: Sender): boolean {
    if (host === OTHER || this.#senders.has(host)) return true;
    const ofNetwork = this.#hostsOfNetwork.get(sender.network) ?? 0;
    if (this.#senders.size >= HOSTS_MAX || ofNetwork >= HOSTS_OF_NETWORK_MAX) return false;
    this.#hostsOfNetwork.set(sender.network, ofNetwork + 1);
    this.#senders.set(host, sender);
    return true;
  }
}

function keyOf({ dayMs, videoId, kind, host }: Counted): string {
  return `${dayMs} ${videoId} ${kind} ${host}`;
}
