import type { LiveInfo, OrielFailure, OrielPlayer } from '../client/types.ts';

/** Values that a page may set at any time: they wait for a player, and are read back at once. */
export interface LiveValues {
  /** Seconds. */
  currentTime: number;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  playbackRate: number;
}
export type LiveName = keyof LiveValues;

type PlayerInfo = Pick<LiveInfo, 'state' | 'currentTime' | 'volume' | 'muted' | 'rate'>;
type ToldPlayer = Pick<OrielPlayer, 'seek' | 'pause' | 'setVolume' | 'mute' | 'unmute' | 'setRate'> & {
  readonly info: PlayerInfo;
};

interface LiveValue<Value> {
  readonly initial: Value;
  readonly read: (info: PlayerInfo) => Value;
  readonly tell: (player: ToldPlayer, value: Value, isPaused: boolean) => Promise<unknown>;
  /** Throws for a value that is not valid, as media elements do. */
  readonly parse: (value: unknown) => Value;
}

const LIVE: { readonly [Name in LiveName]: LiveValue<LiveValues[Name]> } = {
  currentTime: {
    initial: 0,
    read: (info) => info.currentTime,
    /** The player's seek starts a cued or ended video; a media element does not start, so the video is paused again. */
    tell: (player, seconds, isPaused) =>
      Promise.all([player.seek(seconds), isPaused && /cued|ended/.test(player.info.state) && player.pause()]),
    parse: (value) => Math.max(0, finite('currentTime', value)),
  },
  volume: {
    initial: 1,
    read: (info) => info.volume / 100,
    tell: (player, volume) => player.setVolume(volume * 100),
    parse(value) {
      const volume = finite('volume', value);
      if (volume < 0 || volume > 1) throw new RangeError(`volume is 0 to 1, not ${volume}`);
      return volume;
    },
  },
  muted: {
    initial: false,
    read: (info) => info.muted,
    tell: (player, muted) => (muted ? player.mute() : player.unmute()),
    parse: (value) => (typeof value === 'string' ? value !== 'false' : Boolean(value)),
  },
  playbackRate: {
    initial: 1,
    read: (info) => info.rate,
    tell: (player, rate) => player.setRate(rate),
    parse: (value) => finite('playbackRate', value),
  },
};
const LIVE_NAMES = Object.keys(LIVE) as readonly LiveName[];

function finite(name: string, value: unknown): number {
  const number = Number(value);
  if (!Number.isFinite(number)) throw new TypeError(`${name} is a number, not ${String(value)}`);
  return number;
}

/** Values that the page has set and the player does not report yet. */
export class WantedValues {
  readonly #wanted = new Map<LiveName, LiveValues[LiveName]>();
  readonly #warn: (message: string) => void;
  readonly #isPaused: () => boolean;

  constructor(warn: (message: string) => void, isPaused: () => boolean) {
    this.#warn = warn;
    this.#isPaused = isPaused;
  }

  read<Name extends LiveName>(name: Name, info: PlayerInfo | undefined): LiveValues[Name] {
    return this.get(name) ?? (info === undefined ? LIVE[name].initial : LIVE[name].read(info));
  }

  /** `undefined` if nothing is pending. */
  get<Name extends LiveName>(name: Name): LiveValues[Name] | undefined {
    return this.#wanted.get(name) as LiveValues[Name] | undefined;
  }

  drop(name: LiveName): void {
    this.#wanted.delete(name);
  }

  /** Call it when the player has applied `value`. Returns whether it was the latest value; a later value stays pending. */
  reached<Name extends LiveName>(name: Name, value: LiveValues[Name] | undefined): boolean {
    return this.get(name) === value && this.#wanted.delete(name);
  }

  /** Calls `onEnd` when the player has applied or refused the latest value; without a player, it is not called. */
  set(name: LiveName, value: unknown, player: ToldPlayer | null, onEnd?: () => void): void {
    this.#wanted.set(name, LIVE[name].parse(value));
    if (player !== null) this.#tell(name, player, onEnd);
  }

  /** Sends all pending values to a player that has become ready. */
  tellAll(player: ToldPlayer): void {
    for (const name of LIVE_NAMES) if (this.#wanted.has(name)) this.#tell(name, player);
  }

  /** Keeps the values of a player for the player that replaces it. */
  keep(info: PlayerInfo): void {
    for (const name of LIVE_NAMES) {
      const value = this.read(name, info);
      // `muted` is always kept, because the viewer may have unmuted a player whose attribute is `muted`.
      if (value !== LIVE[name].initial || name === 'muted') this.#wanted.set(name, value);
    }
  }

  #tell<Name extends LiveName>(name: Name, player: ToldPlayer, onEnd?: () => void): void {
    const value = this.#wanted.get(name) as LiveValues[Name];
    const end = (): void => {
      if (this.reached(name, value)) onEnd?.();
    };
    LIVE[name].tell(player, value, this.#isPaused()).then(end, (error: unknown) => {
      const { code, message } = error as OrielFailure;
      // The value stays pending for the next player of the element.
      if (code === 'destroyed') return;
      if (code !== 'replaced') this.#warn(`Oriel: ${message}`);
      end();
    });
  }
}
