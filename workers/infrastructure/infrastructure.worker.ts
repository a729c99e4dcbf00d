/**
 * Entry of the infrastructure service. The page loads this file in two ways: as a module worker, where it exposes itself
 * over Comlink, or on main by `import()`, where it only exports `createInfrastructure`.
 */
import * as z from 'zod/mini';
import type { Environment } from './environment.ts';
import { InfrastructureService } from './infrastructure-service.ts';
import { ViewerLog } from './logging/viewer-log.ts';
import { serveInfrastructure } from './serve-infrastructure.ts';
import { createSystemEnvironment, isWorker } from './system-environment.ts';

/** Creates the service on main. */
export function createInfrastructure(environment: Environment = createSystemEnvironment()): InfrastructureService {
  forbidGeneratedCode();
  return new InfrastructureService({ environment, log: new ViewerLog() });
}

/** A strict policy forbids the generated code that zod would otherwise use. */
function forbidGeneratedCode(): void {
  z.config({ jitless: true });
}

if (isWorker()) {
  forbidGeneratedCode();
  // The privacy panel lists contacted origins from Resource Timing; its default buffer (250) is too small.
  performance.setResourceTimingBufferSize(2_000);
  serveInfrastructure(self as unknown as Parameters<typeof serveInfrastructure>[0], createSystemEnvironment());
}
