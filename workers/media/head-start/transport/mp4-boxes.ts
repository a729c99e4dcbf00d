import { joined } from '../../../../protocol/runtime/media/transport/joined-bytes.ts';

type Content = Uint8Array | readonly number[] | string;

/** A box of MP4, with its length and its name in front. */
export function box(name: string, ...contents: readonly Content[]): Uint8Array<ArrayBuffer> {
  const parts = contents.map(bytesOf);
  const sizeBytes = parts.reduce((size, { length }) => size + length, 8);
  return joined([bytesOf(u32(sizeBytes)), bytesOf(name), ...parts]);
}

export const u16 = (value: number): number[] => [(value >>> 8) & 0xff, value & 0xff];
/** Numbers above 32 bits lose their upper half. */
export const u32 = (value: number): number[] => [...u16(Math.floor(value / 0x10000)), ...u16(value)];
export const u64 = (value: number): number[] => [...u32(Math.floor(value / 2 ** 32)), ...u32(value)];
export const zeros = (count: number): Uint8Array => new Uint8Array(count);

function bytesOf(content: Content): Uint8Array {
  if (typeof content !== 'string') return content instanceof Uint8Array ? content : Uint8Array.from(content);
  return Uint8Array.from(content, (letter) => letter.charCodeAt(0));
}
