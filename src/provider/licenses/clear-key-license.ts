import * as z from 'zod/mini';
import type { OwnKeys } from '../catalog/protected-by.ts';
import { INPUT_BOUNDS } from '../http/inputs/input-bounds.ts';
import { parseJson } from '../http/inputs/parse-json.ts';

/** A license request of ClearKey (Encrypted Media Extensions, 9.1.3). */
const Request = z.object({ kids: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100)) });

/** A license with the requested keys that exist; `undefined` if the bytes are no request. */
export function clearKeyLicense({ keys }: OwnKeys, request: Uint8Array): string | undefined {
  const asked = readRequest(request);
  if (asked === undefined) return undefined;
  const known = new Map(Object.entries(keys).map(([keyId, key]) => [base64Url(keyId), base64Url(key)]));
  const given = asked.kids.flatMap((kid) => {
    const k = known.get(kid);
    return k === undefined ? [] : [{ kty: 'oct', kid, k }];
  });
  return JSON.stringify({ keys: given, type: 'temporary' });
}

function readRequest(request: Uint8Array): z.infer<typeof Request> | undefined {
  const json = parseJson(Buffer.from(request).toString(), INPUT_BOUNDS.license.values);
  return json.ok ? Request.safeParse(json.value).data : undefined;
}

function base64Url(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}
