import { createHmac, timingSafeEqual } from 'node:crypto';
import type * as z from 'zod/mini';

/** Opaque tokens that clients return unchanged. `purpose` keeps a token of one kind from passing as another. */
export interface Signer {
  sign(purpose: string, content: unknown): string;
  /** The content, or `undefined` for a token that is forged, damaged or of another purpose. */
  open<T>(purpose: string, schema: z.ZodMiniType<T>, token: string): T | undefined;
}

const SIGNATURE_BYTES = 16;

export function createSigner(secret: Uint8Array): Signer {
  const signatureOf = (purpose: string, text: string): Buffer =>
    createHmac('sha256', secret).update(`${purpose}\n${text}`).digest().subarray(0, SIGNATURE_BYTES);

  return {
    sign(purpose, content) {
      const text = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${text}.${signatureOf(purpose, text).toString('base64url')}`;
    },
    open(purpose, schema, token) {
      const [text, signature, ...rest] = token.split('.');
      if (text === undefined || signature === undefined || rest.length > 0) return undefined;
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== SIGNATURE_BYTES || !timingSafeEqual(given, signatureOf(purpose, text))) return undefined;
      const parsed = schema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
      return parsed.success ? parsed.data : undefined;
    },
  };
}
