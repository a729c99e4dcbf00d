import type { Colours } from './source-video.ts';

/** Colour fields of ffprobe's output. */
export interface ProbedColours {
  readonly color_space?: string | undefined;
  readonly color_range?: string | undefined;
  readonly color_primaries?: string | undefined;
  readonly color_transfer?: string | undefined;
  readonly pix_fmt?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

const MATRICES: Readonly<Record<string, Colours['matrix']>> = {
  gbr: 'rgb',
  bt709: 'bt709',
  bt470bg: 'bt601',
  smpte170m: 'bt601',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
  smpte240m: 'smpte240m',
  fcc: 'fcc',
};
const RGB = /^(?:rgb|bgr|gbr|argb|abgr|0rgb|0bgr|x2rgb|x2bgr|pal8|bayer)/;
const HIGH_DYNAMIC_RANGE = new Set(['smpte2084', 'arib-std-b67']);
/** For a file that declares no matrix, players assume SD colours below this size and HD colours from this size on. */
const HD = { width: 1_280, height: 720 } as const;

export function coloursOf(probed: ProbedColours): Colours {
  const { color_space: space = '', pix_fmt: pixels = '', width = 0, height = 0 } = probed;
  const isWide = probed.color_primaries === 'bt2020';
  const isHd = Math.max(width, height) >= HD.width || Math.min(width, height) >= HD.height;
  const usual = isWide ? 'bt2020' : isHd ? 'bt709' : 'bt601';
  return {
    isHighDynamicRange: HIGH_DYNAMIC_RANGE.has(probed.color_transfer ?? ''),
    matrix: RGB.test(pixels) ? 'rgb' : (MATRICES[space] ?? usual),
    isWide,
    isFullRange: probed.color_range === 'pc' || pixels.startsWith('yuvj'),
  };
}

/** Filters that convert high dynamic range to BT.709. */
const TONE_MAPPING = [
  'zscale=transfer=linear:npl=100',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  'tonemap=tonemap=hable:desat=0',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
];
const ZIMG_MATRICES = { bt709: '709', bt601: '170m', bt2020: '2020_ncl', smpte240m: '240m', fcc: 'fcc' } as const;

/** Filters that convert any colours to BT.709; the output is marked as BT.709. */
export function colourFilters({ isHighDynamicRange, matrix, isWide, isFullRange }: Colours): string[] {
  if (isHighDynamicRange) return [...TONE_MAPPING, 'format=yuv420p'];
  // The primaries of SD are not converted: they differ little from those of HD, and players treat both alike.
  if (isWide && matrix !== 'rgb') {
    const from = `matrixin=${ZIMG_MATRICES[matrix]}:transferin=709:primariesin=2020:rangein=${isFullRange ? 'full' : 'limited'}`;
    return [`zscale=${from}:matrix=709:transfer=709:primaries=709:range=limited`, 'format=yuv420p'];
  }
  if (matrix === 'rgb') return ['scale=out_color_matrix=bt709:out_range=limited', 'format=yuv420p'];
  const range = `in_range=${isFullRange ? 'full' : 'limited'}:out_range=limited`;
  const isRight = matrix === 'bt709' && !isFullRange;
  return [
    ...(isRight ? [] : [`scale=in_color_matrix=${matrix}:out_color_matrix=bt709:${range}:flags=accurate_rnd`]),
    'format=yuv420p',
  ];
}

/** Conversion for JPEG, whose decoders support only one matrix and range. */
export const JPEG_COLOURS = 'in_color_matrix=bt709:in_range=limited:out_color_matrix=bt601:out_range=full';
