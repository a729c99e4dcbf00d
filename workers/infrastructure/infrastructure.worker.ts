/**
 * Entry of the infrastructure service. The page loads this file in two ways: as a module worker, where it exposes itself
 * over Comlink, or on main by `import()`, where it only exports `createInfrastructure`.
 */
import { expose, type Endpoint } from 'comlink';
import * as z from 'zod/mini';
import { recordCalls } from '../../protocol/runtime/profiling/call-recorder.ts';
import { observeEndpoint } from '../../protocol/runtime/profiling/observed-endpoint.ts';
import type { Environment } from './environment.ts';
import { InfrastructureService } from './infrastructure-service.ts';
import { LineBatchReceiver, type LineBatchScope } from './logging/line-batch-receiver.ts';
import { ViewerLog } from './logging/viewer-log.ts';
import { createSystemEnvironment, isWorker } from './system-environment.ts';

/** The service on main. */
export function createInfrastructure(environment: Environment = createSystemEnvironment()): InfrastructureService {
  forbidGeneratedCode();
  return new InfrastructureService({ environment, log: new ViewerLog() });
}

/** A strict policy forbids the generated code that zod would otherwise use. */
function forbidGeneratedCode(): void {
  z.config({ jitless: true });
}

// Before any asynchronous work: calls that arrive earlier vanish without an error.
if (isWorker()) {
  forbidGeneratedCode();
  const environment = createSystemEnvironment();
  const { clock, spans } = environment;
  // The privacy panel lists contacted origins from Resource Timing; its default buffer (250) is too small.
  performance.setResourceTimingBufferSize(2_000);
  const log = new ViewerLog();
  const receiver = new LineBatchReceiver({ scope: self as unknown as LineBatchScope, clock, spans, log });
  const service = new InfrastructureService({ environment, log, receiver });
  expose(service, observeEndpoint(self, recordCalls(spans, 'infrastructure')) as unknown as Endpoint);
}
