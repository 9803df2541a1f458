// Kinds of files: which pictures can be uploaded, and how a file that cannot be used is named.

/** The pictures that can be uploaded, by the second half of their type. The server checks the content. */
export const pictureKinds = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP', gif: 'GIF', avif: 'AVIF' } as const
export type PictureKind = keyof typeof pictureKinds
/** The same in a sentence: 'JPEG, PNG or GIF'. */
export const pictureNames = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.values(pictureKinds))

/** What a file picker for pictures offers. */
export const PICTURE_ACCEPT = Object.keys(pictureKinds)
  .map((kind) => `image/${kind}`)
  .join(',')

/** Names of the kinds of files that people upload by mistake. */
export const fileKindNames = {
  pdf: 'a PDF',
  word: 'a Word document',
  spreadsheet: 'a spreadsheet',
  slides: 'a presentation',
  book: 'an e-book',
  picture: 'a picture',
  media: 'a video or sound',
  archive: 'a ZIP or another archive',
  rtf: 'a text document (RTF)',
  html: 'a web page (HTML)',
  xml: 'XML',
  json: 'JSON',
  empty: 'an empty file',
} as const
export type FileKind = keyof typeof fileKindNames
export const fileKinds = Object.keys(fileKindNames) as [FileKind, ...FileKind[]]
