/**
 * Composition root of the infrastructure service. The page loads this file in two ways: as a module worker, where it
 * exposes itself over Comlink, or on main by `import()`, where it only exports `createInfrastructure`.
 */
import { expose, type Endpoint } from 'comlink';
import * as z from 'zod/mini';
import { recordCalls } from '../../protocol/runtime/profiling/call-recorder.ts';
import { observeEndpoint } from '../../protocol/runtime/profiling/observed-endpoint.ts';
import type { Environment } from './environment.ts';
import { LineBatchReceiver, type LineBatchScope } from './logging/line-batch-receiver.ts';
import { InfrastructureService } from './service.ts';
import { createSystemEnvironment, isWorker } from './system-environment.ts';

export function createInfrastructure(environment: Environment = createSystemEnvironment()): InfrastructureService {
  // A strict policy forbids the generated code that zod would otherwise use.
  z.config({ jitless: true });
  return new InfrastructureService(environment);
}

// Before any asynchronous work: calls that arrive earlier vanish without an error.
if (isWorker()) {
  const system = createSystemEnvironment();
  /** Whom it has contacted is read from there when somebody looks; browsers keep 250 requests by themselves. */
  performance.setResourceTimingBufferSize(2_000);
  const batches = new LineBatchReceiver(self as unknown as LineBatchScope, system.clock, system.spans);
  const service = createInfrastructure({ ...system, fetch: batches.respondBeforeRefusals(system.fetch) });
  expose(service, observeEndpoint(self, recordCalls(system.spans, 'infrastructure')) as unknown as Endpoint);
  batches.serve(service);
}
