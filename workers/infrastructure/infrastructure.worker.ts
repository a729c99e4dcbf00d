/**
 * Composition root of the infrastructure service. The page loads this one file in two ways: as a module worker, where it
 * exposes itself over Comlink, or on main by `import()`, where `createInfrastructure` is all it offers (design.md 3).
 */
import { expose } from 'comlink';
import * as z from 'zod/mini';
import type { InfrastructureApi } from '../../protocol/rpc.ts';
import { receiveParcels, type ParcelScope } from './logging/receive-parcels.ts';
import { InfrastructureService } from './service.ts';
import { createSystemEnvironment, isWorker } from './system-environment.ts';

export function createInfrastructure(): InfrastructureApi {
  // A strict policy forbids the generated code that zod would otherwise try.
  z.config({ jitless: true });
  return new InfrastructureService(createSystemEnvironment());
}

// Before anything that takes time: calls that arrive earlier vanish without an error.
if (isWorker()) {
  const service = createInfrastructure();
  expose(service);
  receiveParcels(self as unknown as ParcelScope, service);
}
