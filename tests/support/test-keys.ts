/** Keys of the videos that tests protect, as hexadecimal digits. */
export const TEST_KEYS = [
  { keyId: '0123456789abcdef0123456789abcdef', key: '00112233445566778899aabbccddeeff' },
  { keyId: 'fedcba9876543210fedcba9876543210', key: 'ffeeddccbbaa99887766554433221100' },
] as const;

export function base64Url(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}
