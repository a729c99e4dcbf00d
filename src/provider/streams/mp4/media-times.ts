/** Length of a file (`mvhd`) or of a track (`mdhd`): their headers begin alike (ISO/IEC 14496-12, 8.2.2 and 8.4.2). */
export interface MediaTimes {
  /** 0 where the header is cut off. */
  readonly ticksPerSecond: number;
  /** 0 where the header is cut off. */
  readonly ticks: number;
}

export function mediaTimesOf(header: Buffer): MediaTimes {
  const [rateAt, endAt] = header[0] === 1 ? [20, 32] : [12, 20];
  const ticksAt = rateAt + 4;
  const isWhole = header.length >= endAt;
  return {
    ticksPerSecond: header.length < ticksAt ? 0 : header.readUInt32BE(rateAt),
    ticks: isWhole ? (endAt === 32 ? Number(header.readBigUInt64BE(ticksAt)) : header.readUInt32BE(ticksAt)) : 0,
  };
}
