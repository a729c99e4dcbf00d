/**
 * The bot-detection script: a small proof of work. It touches no DOM and no WebCrypto, which plain http addresses lack,
 * so that any worker can import it. `answer(binding)` finds a number whose SHA-256, together with the program and the
 * binding, begins with as many zero bits as the program requires.
 */

const CONSTANTS = new Uint32Array(64);
const START = new Uint32Array(8);

// First 32 fraction bits of the cube and square roots of the first primes (FIPS 180-4).
for (let candidate = 2, found = 0; found < 64; candidate++) {
  let prime = true;
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) prime = false;
  if (!prime) continue;
  if (found < 8) START[found] = fractionBits(Math.sqrt(candidate));
  CONSTANTS[found++] = fractionBits(Math.cbrt(candidate));
}

function fractionBits(value) {
  return Math.floor((value - Math.floor(value)) * 0x1_0000_0000);
}

function rotate(value, count) {
  return (value >>> count) | (value << (32 - count));
}

/** First 32 bits of the SHA-256 of `bytes`; the proof never needs more. */
function firstWord(bytes) {
  const blocks = ((bytes.length + 8) >> 6) + 1;
  const padded = new DataView(new ArrayBuffer(blocks * 64));
  for (let index = 0; index < bytes.length; index++) padded.setUint8(index, bytes[index]);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(blocks * 64 - 4, bytes.length * 8);
  const state = START.slice();
  const words = new Uint32Array(64);
  for (let block = 0; block < blocks; block++) mix(state, words, padded, block * 64);
  return state[0];
}

function mix(state, words, data, offset) {
  for (let index = 0; index < 64; index++) {
    if (index < 16) {
      words[index] = data.getUint32(offset + index * 4);
      continue;
    }
    const early = words[index - 15];
    const late = words[index - 2];
    const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[index] = words[index - 16] + sigma0 + words[index - 7] + sigma1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let index = 0; index < 64; index++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sum1 + choice + CONSTANTS[index] + words[index]) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + sum0 + majority) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] += value;
}

/** Number of tries before the script yields, so that a worker stays responsive. */
const TRIES_PER_TURN = 500;

/** @param {string} program @returns {import('../../../protocol/provider/identity.ts').BotDetectionInstance} */
export function createBotDetection(program) {
  const bits = Number(program.slice(0, program.indexOf('~')));
  if (!Number.isInteger(bits) || bits < 1 || bits > 31) throw new Error('not a program of this script');
  const encoder = new TextEncoder();
  const state = { isDisposed: false };
  let serial = 0;

  return {
    async answer(binding) {
      serial += 1;
      const salt = `${serial.toString(36)}-${Math.random().toString(36).slice(2)}`;
      for (let tries = 0; !state.isDisposed; tries++) {
        const proof = `${salt}-${tries.toString(36)}`;
        const word = firstWord(encoder.encode(`${program}\n${binding}\n${proof}`)) >>> 0;
        if (word >>> (32 - bits) === 0) return `${program}~${proof}`;
        if (tries % TRIES_PER_TURN === 0) await new Promise((resolve) => setTimeout(resolve));
      }
      throw new Error('disposed');
    },
    dispose() {
      state.isDisposed = true;
    },
  };
}
