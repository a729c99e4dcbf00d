import type { PlayerResponse } from '../../../../protocol/provider/player-response.ts';
import { tallestFile } from '../../platform/tallest-file.ts';
import type { Player } from '../../player/player.ts';
import { Emitter } from '../../player/emitter.ts';
import { watchReceivers, type Offer, type Receivers } from './receivers.ts';

export interface TelevisionOfferDependencies {
  readonly player: Pick<Player, 'getSnapshot' | 'subscribe'>;
  /** Whether the browser plays HLS itself. */
  readonly hasNativeHls: boolean;
  /** Receivers of an element that is not shown, with this source. */
  readonly receiversOf: (address: string) => Receivers;
  readonly reportError: (error: unknown) => void;
}

/** Whether a receiver is offered for the present video. Watches for receivers while it has subscribers. */
export class TelevisionOffer {
  readonly #dependencies: TelevisionOfferDependencies;
  readonly #changed: Emitter<void>;
  #offer: Offer = 'none';
  #address: string | undefined;
  #subscribers = 0;
  #stop: () => void = () => undefined;

  constructor(dependencies: TelevisionOfferDependencies) {
    this.#dependencies = dependencies;
    this.#changed = new Emitter(dependencies.reportError);
  }

  get = (): Offer => this.#offer;

  subscribe = (listener: () => void): (() => void) => {
    const stops = [this.#changed.on(listener), this.#dependencies.player.subscribe(this.#follow)];
    this.#subscribers += 1;
    this.#follow();
    return () => {
      for (const stop of stops) stop();
      this.#subscribers -= 1;
      if (this.#subscribers === 0) this.#watch(undefined);
    };
  };

  readonly #follow = (): void => {
    const { streamingData } = this.#dependencies.player.getSnapshot().video.response ?? {};
    const address = streamingData && addressForReceiver(streamingData, this.#dependencies.hasNativeHls);
    if (address !== this.#address) this.#watch(address);
  };

  #watch(address: string | undefined): void {
    this.#stop();
    this.#stop = () => undefined;
    this.#address = address;
    this.#tell('none');
    if (address === undefined) return;
    this.#stop = watchReceivers(this.#dependencies.receiversOf(address), (offer) => this.#tell(offer));
  }

  #tell(offer: Offer): void {
    if (offer === this.#offer) return;
    this.#offer = offer;
    this.#changed.emit();
  }
}

/** The address of a video that a receiver can load without the page, as engines choose it (open-engine.ts). */
export function addressForReceiver(
  { progressive, hlsManifestUrl, drm }: NonNullable<PlayerResponse['streamingData']>,
  hasNativeHls: boolean,
): string | undefined {
  if (drm !== undefined) return undefined;
  return tallestFile(progressive)?.url ?? (hasNativeHls ? hlsManifestUrl : undefined);
}
