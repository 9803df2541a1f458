import { LOST_POSITION, writeSmall, type SmallText } from '../small-digits.ts'

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  times: '×',
  divide: '÷',
  deg: '°',
  sup2: '²',
  sup3: '³',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  pi: 'π',
  minus: '−',
  plusmn: '±',
  le: '≤',
  ge: '≥',
  ne: '≠',
  pound: '£',
  euro: '€',
  cent: '¢',
  bull: '•',
  middot: '·',
  rarr: '→',
  larr: '←',
  infin: '∞',
  radic: '√',
  micro: 'µ',
  oslash: 'ø',
  aelig: 'æ',
  szlig: 'ß',
}

/** The accents in letter names, such as &eacute;. */
const marks: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  macr: '\u0304',
  uml: '\u0308',
  ring: '\u030A',
  caron: '\u030C',
  cedil: '\u0327',
}

function decodeName(whole: string, name: string): string {
  const [, letter = '', mark = ''] = /^([a-z])([a-z]+)$/i.exec(name) ?? []
  const combining = marks[mark]
  return entities[name] ?? (combining === undefined ? whole : `${letter}${combining}`.normalize('NFC'))
}

function decodeEntity(whole: string, name: string): string {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
  if (hex === undefined && decimal === undefined) return decodeName(whole, name)
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

/** More than any field may contain. */
const MAX_LENGTH = 20_000

/** Returns whether an HTML text contains a picture, sound or video. */
export const hasMedia = (html: string) => /<(?:img|audio|video|iframe|object|svg)\b/i.test(html)

/** Returns the text that HTML shows. Superscript and subscript digits are kept: 10<sup>2</sup> is not 102. */
export function toPlainText(html: string): string {
  return html
    .slice(0, MAX_LENGTH)
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(sup|sub)\b[^<>]*>([^<>]*)<\/\1>/gi, (_, kind: string, run: string) => {
      return writeSmall(run, kind.toLowerCase() as SmallText) ?? LOST_POSITION + run
    })
    .replace(/<(?:br|\/p|\/li|\/div|\/h\d|\/tr|\/td)\b[^<>]*>/gi, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(#?\w{1,10});/g, decodeEntity)
    .replace(/\s+/g, ' ')
    .trim()
}
