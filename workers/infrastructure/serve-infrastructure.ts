import { expose, type Endpoint } from 'comlink';
import { recordCalls } from '../../protocol/runtime/profiling/call-recorder.ts';
import { observeEndpoint } from '../../protocol/runtime/profiling/observed-endpoint.ts';
import type { Environment } from './environment.ts';
import { InfrastructureService } from './infrastructure-service.ts';
import { LineBatchReceiver, type LineBatchScope } from './logging/line-batch-receiver.ts';
import { ViewerLog } from './logging/viewer-log.ts';

/**
 * Serves the page from the global scope of a worker. Call it in the worker's first task: earlier messages are lost without an error.
 */
export function serveInfrastructure(
  scope: LineBatchScope & Endpoint,
  environment: Environment,
  log = new ViewerLog(),
): InfrastructureService {
  const { clock, spans } = environment;
  const receiver = new LineBatchReceiver({ scope, clock, spans, log });
  const service = new InfrastructureService({ environment, log, receiver });
  expose(service, observeEndpoint(scope, recordCalls(spans, 'infrastructure')) as Endpoint);
  return service;
}
