// Kinds of video files that phones and browsers cannot play, and what to do with one. Named in the browser by the file's
// name, and on the server by its first bytes.

const names = {
  avi: 'an AVI',
  wmv: 'a Windows Media',
  flv: 'a Flash',
  mpeg: 'an MPEG',
  ogg: 'an Ogg',
  real: 'a RealMedia',
} as const
export type UnsupportedKind = keyof typeof names

const byExtension: Readonly<Record<string, UnsupportedKind>> = {
  avi: 'avi',
  divx: 'avi',
  wmv: 'wmv',
  asf: 'wmv',
  flv: 'flv',
  f4v: 'flv',
  mpg: 'mpeg',
  mpeg: 'mpeg',
  vob: 'mpeg',
  mts: 'mpeg',
  m2ts: 'mpeg',
  ts: 'mpeg',
  ogv: 'ogg',
  ogg: 'ogg',
  rm: 'real',
  rmvb: 'real',
}

/** Returns the kind of a file that cannot be used as a video, by the end of its name; undefined for all other names. */
export function unsupportedKindOfName(name: string): UnsupportedKind | undefined {
  return byExtension[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '']
}

/** Returns why a file of this kind is refused, and what to do. */
export function explainUnsupportedKind(kind: UnsupportedKind): string {
  return `This is ${names[kind]} file, which phones cannot play. Please use MP4, MOV, WebM or MKV. To convert it, open it in HandBrake (free, handbrake.fr), choose the format MP4, and press Start.`
}
