// How a text is read aloud: signs that voices skip or misread become words.

const minutes = (value: string) => (Number(value) === 1 ? '1 minute' : `${Number(value)} minutes`)
const seconds = (value: string) => (Number(value) === 1 ? '1 second' : `${Number(value)} seconds`)

/** Returns a text as a voice should read it: '3:05, 4 MB, ₦1,000' becomes '3 minutes 5 seconds, 4 megabytes, 1,000 naira'. */
export function toSpokenText(text: string): string {
  return text
    .replace(/[♪♫]/g, ' ')
    .replace(/(?:₦\s?|#(?=\d{3}))(\d[\d,]*)/g, '$1 naira')
    .replace(/\b(\d{1,3}):([0-5]\d)\b(?!\s?[ap]m\b)/gi, (_, m: string, s: string) =>
      [Number(m) > 0 && minutes(m), (Number(s) > 0 || Number(m) === 0) && seconds(s)].filter(Boolean).join(' '),
    )
    .replace(/(\d)\s?MB\b/g, '$1 megabytes')
    .replace(/(\d)\s?KB\b/g, '$1 kilobytes')
    .replace(/\b(\d{1,2})\s?[-–]\s?(\d{1,2})\b/g, '$1 to $2')
    .replace(/\s*·\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns a caption as it is read; '' if it describes a sound: '[rain]', '(drums)', '♪'. */
export function toSpokenCaption(text: string): string {
  const words = toSpokenText(text.replace(/\[[^\]]*\]/g, ' '))
  return /^\(.*\)$/.test(words) ? '' : words
}
