import type { StoredRequest } from '../../../protocol/infrastructure/records.ts';
import type { FlushReport } from '../../../protocol/infrastructure/rpc.ts';

type Sent = Omit<FlushReport, 'remainingEvents'>;

/** Counts deliveries since the previous flush. */
export class SentCounter {
  #sent: Sent = { sentEvents: 0, sentBytes: 0 };

  add({ eventIds, sizeBytes }: StoredRequest): void {
    const { sentEvents, sentBytes } = this.#sent;
    this.#sent = { sentEvents: sentEvents + eventIds.length, sentBytes: sentBytes + sizeBytes };
  }

  take(): Sent {
    const sent = this.#sent;
    this.#sent = { sentEvents: 0, sentBytes: 0 };
    return sent;
  }
}
