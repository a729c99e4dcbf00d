import type { Clock } from '../../protocol/runtime/clock.ts';
import { createAudienceProjection } from '../audience/counting/audience-projection.ts';
import {
  openStorage,
  type Storage,
  type StorageAddress,
  type StorageLimits,
  type StorageParts,
} from '../provider/storage/storage.ts';

/** Storage of the server. The modules for PostgreSQL and NATS are loaded only if the settings name an address. */
export const STORAGE_PARTS: StorageParts = {
  createProjection: createAudienceProjection,
  openPostgres: async (url, clock) => (await import('../cluster/postgres/open-postgres.ts')).openPostgres(url, clock),
  openStream: async (options) => (await import('../cluster/stream/event-stream.ts')).EventStream.open(options),
};

export function openServerStorage(address: StorageAddress, clock: Clock, limits: StorageLimits): Promise<Storage> {
  return openStorage(address, clock, limits, STORAGE_PARTS);
}
