/** Schemes of ISO/IEC 23001-7: AES-CTR over whole samples or all of a slice, and AES-CBC over one block in ten. */
export type ProtectionScheme = 'cenc' | 'cbcs';

/** A key and its id, 16 bytes each. */
export interface ProtectionKey {
  readonly keyId: Buffer;
  readonly key: Buffer;
}

export const BLOCK_BYTES = 16;
/** One of ten blocks of a picture is encrypted by `cbcs`: devices decrypt a tenth, and nothing can be seen. */
export const CBCS_PATTERN = { encryptedBlocks: 1, clearBlocks: 9 } as const;
