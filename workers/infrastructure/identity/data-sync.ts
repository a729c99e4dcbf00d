import { ERROR_MESSAGES } from '../../../protocol/errors.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import { DataSyncIdsResponse } from '../../../protocol/provider/identity.ts';
import { readJson } from '../transport/read-json.ts';
import type { Send } from '../transport/transport.ts';

/** Fetches the storage identifier of a signed-in viewer whose page does not state it (N12). */
export async function fetchDataSyncId(send: Send, address: string): Promise<Outcome<string>> {
  const response = await send({ address, method: 'GET' });
  if (!response.ok) return response;
  const json = readJson(response.value);
  const parsed = json.ok ? parseAt('data-sync ids', DataSyncIdsResponse, json.value) : json;
  if (!parsed.ok) return parsed;
  const [id] = parsed.value.datasyncIds;
  return id === undefined || id === '' ? fail('edge.invalid', ERROR_MESSAGES.dataSyncIdMissing) : succeed(id);
}
