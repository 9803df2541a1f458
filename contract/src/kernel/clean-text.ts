// How texts are cleaned before they are checked and compared. Without schemas, so that light pages can use it.

/** Returns text in NFC, trimmed. */
export function normalizeText(value: string): string {
  return value.normalize('NFC').trim()
}

/** Matches marks that change the direction of text, which can make the text around a name read backwards. */
const directionMark = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
/** Matches characters that show nothing: zero-width characters, fillers, tags, the blank Braille pattern. */
export const invisible = /[\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{1D159}]/gu

/**
 * Returns normalized text without direction marks, or '' if nothing of it can be seen. Other invisible characters stay,
 * because scripts and emoji are written with them.
 */
export function cleanText(value: string): string {
  const text = normalizeText(value.replace(directionMark, ''))
  return text.replace(invisible, '').trim() === '' ? '' : text
}

/** Cleans text and turns every line break into '\n', because multipart forms send '\r\n'. */
export function cleanLines(value: string): string {
  return cleanText(value.replace(/\r\n?/g, '\n'))
}
