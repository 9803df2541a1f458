// Converts the colours of a video to BT.709 in 8 bits, which every screen shows. Phones record HDR (HLG, PQ) in wider
// colours, which look pale if they are shown unconverted. Pure.

/** The colours of a video as ffprobe names them; undefined where the file does not say. */
export type Colours = { primaries: string | undefined; transfer: string | undefined; matrix: string | undefined }

/** The nits of white paper in HDR (ITU-R BT.2408). It becomes the white of the output, and brighter light is compressed. */
const WHITE_NITS = 203
/** If a file does not name its matrix, players assume BT.709 for pictures of this size and BT.601 for smaller ones. */
const HD_LINES = 720

const hdrTransfers = ['arib-std-b67', 'smpte2084']
const widePrimaries = ['bt2020', 'smpte431', 'smpte432']
/** The names that ffmpeg's filter `scale` has for matrices. */
const scaleMatrices: Readonly<Record<string, string>> = {
  bt709: 'bt709',
  smpte170m: 'smpte170m',
  bt470bg: 'bt470',
  fcc: 'fcc',
  smpte240m: 'smpte240m',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
}

const isHdr = ({ transfer = '' }: Colours) => hdrTransfers.includes(transfer)

/** Whether only the filters `zscale` and `tonemap` can convert these colours, which not every ffmpeg has. */
export function needToneMapping(colours: Colours): boolean {
  return isHdr(colours) || widePrimaries.includes(colours.primaries ?? '')
}

/** What ffprobe says about the Dolby Vision of a video. */
type DolbyVision = { dv_profile?: number | undefined; dv_bl_signal_compatibility_id?: number | undefined }

/** The Dolby Vision profiles that may lack a version in ordinary or HDR10 colours. */
const profilesAlone = [5, 10, 20]

/** Whether a video has only colours of Dolby Vision, which ffmpeg cannot convert: they would turn green and purple. */
export function areDolbyVisionOnly({ dv_profile = 0, dv_bl_signal_compatibility_id = 0 }: DolbyVision): boolean {
  return profilesAlone.includes(dv_profile) && dv_bl_signal_compatibility_id === 0
}

const nameColours = (primaries: string, transfer: string, matrix: string) =>
  `setparams=range=tv:color_primaries=${primaries}:color_trc=${transfer}:colorspace=${matrix}`

/** Returns the filters that convert HDR or wide colours. Frames without names for their colours would be refused. */
function toneMap(colours: Colours): string[] {
  const { primaries = 'bt2020', transfer = 'bt709' } = colours
  return [
    nameColours(primaries, transfer, 'bt2020nc'),
    `zscale=t=linear:npl=${WHITE_NITS},format=gbrpf32le,zscale=p=bt709`,
    ...(isHdr(colours) ? ['tonemap=mobius:desat=0'] : []),
    'zscale=t=bt709:m=bt709:r=tv,format=yuv420p',
  ]
}

/**
 * Returns the filters that scale a picture and convert its colours.
 * @param options.canToneMap whether ffmpeg has the filters for HDR; without them HDR looks pale
 */
export function scaleToBt709(
  { width, height, colours }: { width: number; height: number; colours: Colours },
  { size, canToneMap }: { size: { width: number; lines: number }; canToneMap: boolean },
): string {
  const isMapped = canToneMap && needToneMapping(colours)
  const assumed = Math.min(width, height) >= HD_LINES ? 'bt709' : 'smpte170m'
  const [from, to] = [scaleMatrices[colours.matrix ?? ''] ?? assumed, isMapped ? 'bt2020' : 'bt709']
  return [
    // Scaled first: tone mapping works with 96 bits for each pixel.
    `scale=${size.width}:${size.lines}:flags=bicubic:in_color_matrix=${from}:out_color_matrix=${to}:out_range=tv`,
    isMapped ? 'format=yuv420p10le' : 'format=yuv420p',
    ...(isMapped ? toneMap(colours) : []),
    'setsar=1',
    nameColours('bt709', 'bt709', 'bt709'),
  ].join(',')
}
