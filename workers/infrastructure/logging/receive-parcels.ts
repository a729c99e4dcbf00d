import { isParcel, parcelAnswer, type ParcelMessage } from '../../../protocol/parcel-messages.ts';
import type { InfrastructureApi } from '../../../protocol/rpc.ts';

/** As much of the worker's global scope as parcels come and go by. */
export interface ParcelScope {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/** Takes hand-overs from main and answers each when its events are safe, or cannot be made so. */
export function receiveParcels(scope: ParcelScope, service: Pick<InfrastructureApi, 'logEvents'>): void {
  scope.addEventListener('message', ({ data }) => {
    if (!isParcel<ParcelMessage>(data)) return;
    const [, number, lines, lostCount] = data;
    const answer = (isSafe: boolean): void => scope.postMessage(parcelAnswer(number, isSafe));
    service.logEvents(lines, lostCount).then(
      ({ ok }) => answer(ok),
      (error: unknown) => {
        answer(false);
        throw error;
      },
    );
  });
}
