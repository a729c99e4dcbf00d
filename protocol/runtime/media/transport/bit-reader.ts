/** Reads the bits of a parameter set of H.264, and throws past their end. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(unit: Uint8Array) {
    // Removes emulation prevention bytes: a 3 after two zeros keeps start codes out of the content.
    this.#bytes = unit.filter(
      (byte, index) => !(byte === 3 && index > 1 && unit[index - 1] === 0 && unit[index - 2] === 0),
    );
  }

  bits(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) value = value * 2 + this.#bit();
    return value;
  }

  /** Exponential-Golomb code: the number of leading zeros is the number of bits after the first 1. */
  unsigned(): number {
    let zeros = 0;
    while (this.#bit() === 0) zeros += 1;
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  signed(): number {
    const code = this.unsigned();
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
  }

  #bit(): number {
    const byte = this.#bytes[this.#at >> 3];
    if (byte === undefined) throw new Error('cut off');
    const bit = (byte >> (7 - (this.#at & 7))) & 1;
    this.#at += 1;
    return bit;
  }
}
