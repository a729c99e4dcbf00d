/**
 * Puts captions of CEA-608 into the pictures of an H.264 stream (Annex B, with access unit delimiters): standard input to standard
 * output. Once a second, for twelve pictures a second, a pop-on caption says which second it is. Usage: node closed-captions.mjs
 */
import process from 'node:process';

const PICTURES_A_SECOND = 12;
const RESUME = [0x14, 0x20];
const ERASE = [0x14, 0x2e];
const ROW_15 = [0x14, 0x70];
const END = [0x14, 0x2f];

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const stream = Buffer.concat(chunks);
const units = [];
for (let start = stream.indexOf('000001', 0, 'hex'); start >= 0;) {
  const next = stream.indexOf('000001', start + 3, 'hex');
  const end = next < 0 ? stream.length : stream[next - 1] === 0 ? next - 1 : next;
  units.push(stream.subarray(start + 3, end));
  start = next;
}

let picture = -1;
let isNew = false;
for (const unit of units) {
  const type = unit[0] & 0x1f;
  if (type === 9) {
    picture += 1;
    isNew = true;
  }
  // Captions come before the first slice of a picture.
  if (isNew && (type === 1 || type === 5)) {
    isNew = false;
    if (picture % PICTURES_A_SECOND === 0) write(captions(`A < B & ${picture / PICTURES_A_SECOND}`));
  }
  write(unit);
}

function write(unit) {
  process.stdout.write(Buffer.concat([Buffer.from([0, 0, 0, 1]), unit]));
}

/** Supplemental information with user data of CTA-708 (ANSI/SCTE 128). */
function captions(text) {
  const letters = [...text].map((letter) => letter.charCodeAt(0));
  if (letters.length % 2 === 1) letters.push(0);
  const pairs = [RESUME, ERASE, ROW_15];
  for (let index = 0; index < letters.length; index += 2) pairs.push(letters.slice(index, index + 2));
  pairs.push(END);
  const data = pairs.flatMap((pair) => [0xfc, ...pair.map(withParity)]);
  const payload = [0xb5, 0, 0x31, ...Buffer.from('GA94'), 3, 0x40 | pairs.length, 0xff, ...data, 0xff];
  return Buffer.from([6, 4, payload.length, ...payload, 0x80]);
}

function withParity(byte) {
  let ones = 0;
  for (let bit = 0; bit < 7; bit += 1) ones += (byte >> bit) & 1;
  return ones % 2 === 0 ? byte | 0x80 : byte;
}
